import DeepLinks

extension SwiftCode {
    /// The properties and functions that print a link.
    var printingFile: String {
        var text = file("How the links of \(links.tenant) that open \(links.app.name) are printed")
        text.add("import Foundation\n")
        text.block("extension \(typeName)") { text in
            let say = { (line: String) in line.isEmpty ? "///" : "/// \(line)" }
            let host = links.defaultHost
            text.add(say("The universal link on a host."))
            text.add(say(""))
            text.add(say("- Returns: `nil` when the link would be read as another one or as none: when the app has no"))
            text.add(say("  such host, or when a value is empty, a dot segment, or one that another route takes."))
            text.block("public func url(on host: String\(host.map { " = \"\($0)\"" } ?? "")) -> URL?") { text in
                text.add("let host = host.lowercased()")
                text.add("guard Self.domains.contains(where: { $0.covers(host) }) else { return nil }")
                text.add(#"return checked("https://\(host)\(path)")"#)
            }
            if let scheme = links.app.scheme {
                text.add()
                text.add(say("The link as a URL of the app's own scheme; `nil` as for universal links."))
                let slash = usesPathForScheme ? "/" : ""
                let path = usesPathForScheme ? "path" : "schemePath"
                text.add("public var schemeURL: URL? { checked(\"\(scheme):\(slash)\\(\(path))\") }")
            }
            text.add()
            text.block("private func checked(_ text: String) -> URL?") { text in
                text.add("guard let url = URL(string: text), let link = try? Self(url), link == self else {")
                text.add("    return nil")
                text.add("}")
                text.add("return url")
            }
            text.add()
            addSwitch(root, "path", "private", to: &text)
            if links.app.scheme != nil, !usesPathForScheme {
                text.add()
                addSwitch(root, "schemePath", "private", to: &text)
            }
        }
        for (type, group) in root.groups(in: typeName) {
            text.add()
            text.block("extension \(type)") { text in
                addSwitch(group, "path", "fileprivate", to: &text)
                if links.app.scheme != nil, !usesPathForScheme {
                    text.add()
                    addSwitch(group, "schemePath", "fileprivate", to: &text)
                }
            }
        }
        return text.text
    }

    /// Whether `scheme:/` and the path of the universal link make every scheme URL.
    private var usesPathForScheme: Bool { links.sharesForms && links.opening.allSatisfy(\.schemeForm.beginsLikeHost) }

    private func addSwitch(_ type: LinkEnum, _ name: String, _ access: String, to text: inout CodeText) {
        text.block("\(access) var \(name): String") { text in
            text.add("switch self {")
            for linkCase in type.cases {
                let label = ".\(linkCase.name)"
                switch linkCase.content {
                case .group:
                    text.add("case \(label)(let link):")
                    text.add("    link.\(name)")
                case .link(let link):
                    let bindings: [CodeExpression] =
                        link.payload == nil ? link.parameters.map { .text("let \($0.label)") } : [.text("let values")]
                    let pattern = bindings.isEmpty ? CodeExpression.text(label) : .call(label, bindings)
                    text.add("case ", pattern, ":")
                    let printer = SwiftPrinter(link)
                    let isScheme = name != "path"
                    let form = isScheme ? link.route.schemeForm : link.route.webForm
                    text.indented { text in
                        let start = isScheme ? (form.beginsLikeHost ? "/" : "//") : ""
                        // Quotes, a plus and a deeper indent have to fit too.
                        let texts = CodeText.filled(
                            printer.pieces(form, start: start), width: CodeText.width - text.indent - 8)
                        text.addSum(texts.map { "\"\($0)\"" }, printer.query(form))
                    }
                }
            }
            text.add("}")
        }
    }
}

extension CodeText {
    /// Adds literals and an expression joined by plus, on one line where they fit.
    fileprivate mutating func addSum(_ literals: [String], _ last: CodeExpression?) {
        let flat = (literals + [last?.flat].compactMap(\.self)).joined(separator: " + ")
        guard literals.count > 1 || indent + flat.count > Self.width else { return add(flat) }
        add(literals[0])
        indented { text in
            for literal in literals.dropFirst() { text.add("+ \(literal)") }
            if let last { text.add("+ ", last) }
        }
    }
}

extension LinkEnum {
    /// The enums nested in it, at any depth, with their full names.
    func groups(in type: String) -> [(type: String, group: LinkEnum)] {
        cases.flatMap { linkCase -> [(String, LinkEnum)] in
            guard case .group(let group) = linkCase.content else { return [] }
            let name = "\(type).\(group.typeName)"
            return [(name, group)] + group.groups(in: name)
        }
    }
}

/// Writes the text of a link as an expression of its values.
private struct SwiftPrinter {
    private let link: LinkCase.Link

    init(_ link: LinkCase.Link) { self.link = link }

    /// What a string literal of the path holds, by segments; a query without optional items is the last.
    func pieces(_ form: LinkForm, start: String) -> [String] {
        var pieces = form.segments.map { segment in
            switch segment {
            case .literal(let literal): "/" + SwiftSpelling.escaped(literal)
            case .capture(let capture, let head, let tail):
                "/\(SwiftSpelling.escaped(head))\\(\(value(capture)))\(SwiftSpelling.escaped(tail))"
            case .rest(let capture): "\\(\(name(capture)).percentEncodedPath)"
            }
        }
        if pieces.isEmpty { pieces = ["/"] }
        pieces[0] = start + pieces[0]
        if !form.items.isEmpty, !form.hasOptionalItem {
            let items = form.items.map { item in
                switch item.value {
                case .literal(let text): "\(SwiftSpelling.escaped(item.name))=\(SwiftSpelling.escaped(text))"
                case .capture(let capture): "\(SwiftSpelling.escaped(item.name))=\\(\(value(capture)))"
                }
            }
            pieces.append("?" + items.joined(separator: "&"))
        }
        return pieces
    }

    /// What follows the path: a query with optional items.
    func query(_ form: LinkForm) -> CodeExpression? {
        guard form.hasOptionalItem else { return nil }
        let items = form.items.map { item -> CodeExpression in
            let text =
                switch item.value {
                case .literal(let text): SwiftSpelling.literal(text)
                case .capture(let capture): itemValue(capture)
                }
            return .text("(\(SwiftSpelling.literal(item.name)), \(text))")
        }
        return .call("query", items)
    }

    private func name(_ capture: PatternCapture) -> String {
        let label = link.parameters.first { $0.capture.name == capture.name }?.label ?? ""
        return link.payload == nil ? label : "values.\(label)"
    }

    private func value(_ capture: PatternCapture) -> String {
        let name = name(capture)
        return switch link.parameters.first(where: { $0.capture.name == capture.name })?.kind {
        case .integer(digits: nil): name
        case .integer(let digits?): "\(name).padded(to: \(digits))"
        case .choice: "\(name).rawValue"
        case .optionalText: "(\(name) ?? \"\").percentEncoded"
        case .segments: "\(name).percentEncodedPath.dropFirst()"
        case .text, nil: "\(name).percentEncoded"
        }
    }

    /// The value as a text of its own.
    private func itemValue(_ capture: PatternCapture) -> String {
        let name = name(capture)
        return switch link.parameters.first(where: { $0.capture.name == capture.name })?.kind {
        case .integer(digits: nil): "\"\\(\(name))\""
        case .optionalText: "\(name)?.percentEncoded"
        case .segments: "String(\(name).percentEncodedPath.dropFirst())"
        default: value(capture)
        }
    }
}
