extension Route {
    /// The link as a URL of an app's own scheme, as the generated client code prints it: `acme://item/42`, or
    /// `acme:///42` where the path does not begin with a text that may stand in a host's place.
    ///
    /// Values are decoded once, and everything but unreserved characters is encoded again.
    ///
    /// - Parameters:
    ///   - scheme: The app's.
    ///   - captures: What the route captured, undecoded.
    /// - Returns: The URL; `nil` when a value would be a dot segment of its path.
    package func schemeURL(_ scheme: URLScheme, captures: [ExplainedCapture]) -> String? {
        let values = SchemeValues(captures)
        guard let form = schemeURL.map({ values.form(of: $0) }) ?? values.form(of: pattern) else { return nil }
        let path = form.segments.map { "/\($0)" }.joined()
        let query = form.items.isEmpty ? "" : "?" + form.items.joined(separator: "&")
        let start = form.beginsLikeHost && path.utf8.count > 1 ? "/" : "//"
        return "\(scheme.text):\(start)\(path.isEmpty ? "/" : path)\(query)"
    }
}

/// A scheme URL in the making.
private struct SchemeForm {
    var segments: [String] = []
    var items: [String] = []
    var beginsLikeHost = false
}

/// The values of captures, to be written into a URL of an app's own scheme.
private struct SchemeValues {
    private let values: [String: String]

    init(_ captures: [ExplainedCapture]) {
        values = Dictionary(captures.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
    }

    func form(of pattern: RoutePattern) -> SchemeForm? {
        var form = SchemeForm()
        if case .literal(let text)? = pattern.segments.first { form.beginsLikeHost = text.mayBeHost }
        for segment in pattern.segments {
            switch segment {
            case .literal(let text): form.segments.append(text)
            case .capture(let capture, let head, let tail):
                guard let value = values[capture.name], head != "" || tail != "" || !value.isDotSegment else {
                    return nil
                }
                form.segments.append(head + value.encodedAgain + tail)
            }
        }
        if let rest = pattern.rest { form.segments += segments(ofRest: rest) }
        for item in pattern.items {
            switch item.condition {
            case .equals(let value): form.items.append("\(item.name)=\(value)")
            case .captured(let capture): append(capture.name, to: item.name, &form)
            }
        }
        return form
    }

    func form(of template: SchemeTemplate) -> SchemeForm? {
        let text = template.text
        let mark = text.firstIndex(of: "?") ?? text.endIndex
        var form = SchemeForm()
        for (index, field) in text[..<mark].split(separator: "/").enumerated() {
            guard let name = field.captureName else {
                if index == 0 { form.beginsLikeHost = String(field).mayBeHost }
                form.segments.append(String(field))
                continue
            }
            let value = values[name] ?? ""
            guard !value.isDotSegment else { return nil }
            form.segments += value.contains("/") || value.isEmpty ? segments(ofRest: name) : [value.encodedAgain]
        }
        for item in text[mark...].dropFirst().split(separator: "&") {
            let name = item.prefix { $0 != "=" }
            let value = item.dropFirst(name.count + 1)
            if let capture = value.captureName {
                append(capture, to: String(name), &form)
            } else if !value.isEmpty {
                form.items.append(String(item))
            }
        }
        return form
    }

    private func segments(ofRest name: String) -> [String] {
        (values[name] ?? "").split(separator: "/").map { String($0).encodedAgain }
    }

    private func append(_ capture: String, to name: String, _ form: inout SchemeForm) {
        guard let value = values[capture], !value.isEmpty else { return }
        form.items.append("\(name)=\(value.encodedAgain)")
    }
}

extension StringProtocol {
    /// The capture that the field is, if it is one: `{id}`.
    fileprivate var captureName: String? {
        hasPrefix("{") && hasSuffix("}") ? String(dropFirst().dropLast()) : nil
    }
}

extension String {
    fileprivate var mayBeHost: Bool {
        utf8.allSatisfy { isLetter($0) || isDigit($0) || "-._~".utf8.contains($0) }
    }

    fileprivate var isDotSegment: Bool { PercentEncoding.isDotSegment(utf8) }

    fileprivate var encodedAgain: String { PercentEncoding.encoded(PercentEncoding.decoded(utf8)) }
}
