import DeepLinks

/// Looks for URLs that Android decides otherwise than the table: for each form that it cannot say, one is tried.
struct AndroidFindings {
    private let set: RouteSet
    private let host: String
    private let table: AppDecisions
    private let apps: [(name: AppName, package: PackageName, fingerprint: CertificateFingerprint)]
    private let matcher: AndroidMatcher
    private var findings: [CompileFinding] = []

    /// Findings of these kinds are much alike for all routes; one of a kind is enough.
    private static let general: Set<CompileFindingCode> = [
        .androidCase, .androidEscapedSlash, .androidEscapedAmpersand, .androidEmptyPath, .androidSemicolon,
        .androidEscape, .androidEndSlashes,
    ]

    private init(_ set: RouteSet, _ document: AndroidDocument, _ table: AppDecisions, host: String) {
        self.set = set
        self.host = host
        self.table = table
        matcher = AndroidMatcher(document)
        apps = set.apps.compactMap { app in
            guard case .android(let package, let fingerprints) = app.identity, let first = fingerprints.first else {
                return nil
            }
            return (app.name, package, first)
        }
    }

    /// What the file of a set cannot say.
    static func findings(
        _ set: RouteSet, _ bytes: [UInt8], _ table: AppDecisions, host: String
    ) -> [CompileFinding] {
        guard let document = try? AndroidDocument(bytes) else { return [] }
        var search = AndroidFindings(set, document, table, host: host)
        for route in set.routes { search.look(at: route) }
        return search.findings
    }

    // MARK: - Forms

    private mutating func look(at route: Route) {
        let sample = SampleURL(route.pattern, host: host)
        lookAtSegments(route, sample)
        if !set.isCaseSensitive {
            attempt(.androidCase, route, sample.text(.init(changesCase: true)))
        }
        for item in route.pattern.items where item.capture?.place != .optionalItem {
            attempt(.androidRepeatedItem, route, sample.text(repeated: item))
            attempt(.androidRepeatedItem, route, sample.text(repeated: item, second: ""))
            attempt(.androidEscapedAmpersand, route, sample.text(.init(item: "a%26b")))
        }
        attempt(.androidEscapedAmpersand, route, sample.text())
        attempt(.androidEscapedSlash, route, sample.text())
        lookAtSpelling(route, sample)
        if route.pattern.segments.isEmpty {
            attempt(.androidEmptyPath, route, String(sample.text().replacing("\(host)/", with: host)))
        }
    }

    /// URLs that are the same to one and not to the other.
    private mutating func lookAtSpelling(_ route: Route, _ sample: SampleURL) {
        attempt(.androidEndSlashes, route, sample.text(suffix: "//"))
        if let escaped = sample.text().escapingFirstLetter(after: "https://\(host)/") {
            attempt(.androidEscape, route, escaped)
        }
        for item in route.pattern.items where item.capture?.place != .optionalItem {
            attempt(.androidSemicolon, route, sample.text() + ";x=y")
        }
    }

    private mutating func lookAtSegments(_ route: Route, _ sample: SampleURL) {
        let segments = route.pattern.segments
        if segments.contains(where: \.asksForDigits) {
            attempt(.androidDigits, route, sample.text(.init(digits: { _ in "x" })))
            attempt(.androidDigits, route, sample.text())
        }
        if segments.contains(where: \.hasFreeTail) {
            attempt(
                .androidTail, route,
                sample.text(.init(segment: { tail in tail.isEmpty ? "x" : "a\(tail.firstCharacterText)b" })))
        }
        if let last = segments.last, last.hasOnlyHead, route.pattern.rest == nil {
            let end = { (tail: String) in tail.isEmpty ? "" : "x" }
            if segments.dropLast().allSatisfy({ !$0.isFreeSegment }) {
                attempt(.androidHead, route, sample.text(.init(segment: end, digits: { _ in "" }), suffix: "/"))
            }
        }
        if segments.contains(where: \.isFree) {
            attempt(.androidEscapedSlash, route, sample.text(.init(segment: { _ in "a%2Fb" })))
        } else if route.pattern.rest != nil {
            attempt(.androidEscapedSlash, route, sample.text(.init(rest: "a%2Fb")))
        }
        if route.pattern.text.contains("%2A") || route.pattern.text.contains("%3F") {
            let text = sample.text().replacing("%2A", with: "x").replacing("%3F", with: "x")
            attempt(.androidWildcard, route, text)
            attempt(.androidWildcard, route, sample.text())
        }
    }

    /// Notes the URL if Android and the table differ for an app.
    private mutating func attempt(_ code: CompileFindingCode, _ route: Route, _ text: String) {
        let isKnown = findings.contains {
            $0.code == code && (Self.general.contains(code) || $0.route == route.name)
        }
        guard !isKnown, let url = try? LinkURL(text) else { return }
        if code == .androidEscapedSlash, !text.contains("%2F") { return }
        if code == .androidEscapedAmpersand, !text.contains("%26") { return }
        for (name, package, fingerprint) in apps {
            let expected = table.opens(url, name)
            let found = matcher.decision(url, package: package, fingerprint: fingerprint).outcome == .open
            guard expected != found else { continue }
            let message =
                found
                ? "opens the app \(name) on Android, though it opens no app by the table"
                : "does not open the app \(name) on Android, though it does by the table"
            findings.append(CompileFinding(code: code, route: route.name, url: text, message: message))
            return
        }
    }
}

extension PatternSegment {
    fileprivate var asksForDigits: Bool { if case .digits = capture?.values { true } else { false } }

    fileprivate var hasFreeTail: Bool {
        guard case .capture(let capture, _, let tail) = self, !tail.isEmpty else { return false }
        return capture.values == .any
    }

    /// Whether a free text or digits stand behind a head, and nothing behind them.
    fileprivate var hasOnlyHead: Bool {
        guard case .capture(let capture, let head, "") = self, !head.isEmpty else { return false }
        if case .listed = capture.values { return false }
        return true
    }
}

extension String {
    /// The text with the first small letter behind a beginning written as an escape; `nil` where there is none.
    fileprivate func escapingFirstLetter(after beginning: String) -> String? {
        guard hasPrefix(beginning), let index = dropFirst(beginning.count).firstIndex(where: \.isLowercase),
            let byte = self[index].asciiValue
        else { return nil }
        return self[..<index] + "%" + String(byte, radix: 16, uppercase: true) + self[self.index(after: index)...]
    }

    /// The first character of a canonical literal, an escape as a whole.
    fileprivate var firstCharacterText: String {
        guard hasPrefix("%") else { return String(prefix(1)) }
        // An escape of several octets is one character.
        let octets = utf8.count >= 2 ? UInt8(dropFirst().prefix(2), radix: 16) ?? 0 : 0
        let count = octets < 0x80 ? 1 : octets < 0xE0 ? 2 : octets < 0xF0 ? 3 : 4
        return String(prefix(3 * count))
    }
}
