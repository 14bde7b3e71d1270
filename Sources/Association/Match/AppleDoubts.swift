package import DeepLinks
import JSONText

/// Finds out which answers about a file rest on what no source says of Apple's systems, by reading it in the other way.
package struct AppleDoubts: Sendable {
    private struct Reading {
        let kind: MatchDoubt.Kind
        let matcher: AppleMatcher
    }

    private let matcher: AppleMatcher
    private let others: [Reading]
    /// The values of a wrong type outside rules.
    private let unread: [JSONPath]
    private let entries: [AppleEntry]

    /// Reads a file in every way that is open.
    ///
    /// - Parameters:
    ///   - document: The file.
    ///   - host: The host that serves it; by default it is of no account.
    package init(_ document: AppleDocument, host: String? = nil) {
        matcher = AppleMatcher(document, host: host)
        others = AppleReading.readings(of: document).map { kind, reading in
            Reading(kind: kind, matcher: AppleMatcher(document, host: host, reading: reading))
        }
        entries = document.applinks?.entries ?? []
        unread = document.findings.filter { $0.code == .wrongType }.map(\.path).filter(\.isAboutRules)
    }

    /// What the answer for an app and a URL rests on; empty where it is certain.
    package func doubts(_ url: LinkURL, app: String) -> [MatchDoubt] {
        let decision = matcher.decision(url, app: app)
        var doubts: [MatchDoubt] = []
        switch decision.reason {
        case .noEmptyApps, .otherHost, .port: return []
        case .rule, .noRule, .noEntry:
            if let path = unread.first(where: { isAhead($0, of: decision.rule?.path, for: app) }) {
                doubts.append(MatchDoubt(.wrongType, at: path))
            }
        }
        guard decision.reason != .noEntry else { return doubts }
        if url.isUnusual { doubts.append(MatchDoubt(.unusualURL)) }
        for other in others where !doubts.contains(where: { $0.kind == other.kind }) {
            let answer = other.matcher.decision(url, app: app)
            guard answer.outcome != decision.outcome else { continue }
            doubts.append(MatchDoubt(other.kind, at: (answer.rule ?? decision.rule)?.path))
        }
        if let bare = url.withoutPathParameters, matcher.decision(bare, app: app).outcome != decision.outcome {
            doubts.append(MatchDoubt(.pathParameters))
        }
        return doubts
    }

    /// Whether a value may count for an app, and stands ahead of the rule that decided.
    private func isAhead(_ value: JSONPath, of rule: JSONPath?, for app: String) -> Bool {
        // Entry, member, item.
        let (steps, decided) = (Array(value.steps.dropFirst(2)), Array(rule?.steps.dropFirst(2) ?? []))
        if case .index(let place)? = steps.first, case .index(let decider)? = decided.first, place > decider {
            return false
        }
        guard let entry = entries.first(where: { value.steps.starts(with: $0.path.steps) }) else { return true }
        let isOfApp = entry.appIDs(for: .current).contains { $0.value == app }
        // What cannot be read may have named the app.
        guard steps.count > 1, isOfApp != (steps[1] == .name("appIDs") || steps[1] == .name("appID")) else {
            return false
        }
        guard steps.count == 3, steps.prefix(2) == decided.prefix(2), case .index(let place) = steps[2],
            case .index(let decider)? = decided.last
        else { return true }
        return place < decider
    }
}

extension JSONPath {
    /// Whether a value there has a say in what opens, and is none of a rule's.
    fileprivate var isAboutRules: Bool {
        guard steps.first == .name("applinks") else { return false }
        if let second = steps.dropFirst().first, second == .name("apps") || second == .name("substitutionVariables") {
            return false
        }
        // The members of rules and of defaults are read in other ways.
        guard let parent = steps.dropLast().last else { return true }
        if parent == .name("defaults") || steps.suffix(3).first == .name("components") { return false }
        return !steps.dropLast().contains(.name("?"))
    }
}

extension AppleReading {
    /// The ways in which a file can be read otherwise.
    fileprivate static func readings(of document: AppleDocument) -> [(MatchDoubt.Kind, AppleReading)] {
        let links = document.applinks
        let entries = links?.entries ?? []
        let rules = entries.flatMap { entry in
            let defaults = entry.defaults?.fillingGaps(from: links?.defaults) ?? links?.defaults
            return (entry.components ?? []).map { $0.fillingGaps(from: defaults) }
        }
        let folds = rules.contains { $0.isCaseSensitive == false }
        var readings: [(MatchDoubt.Kind, AppleReading)] = [
            (.innerSlashes, AppleReading(slashes: .collapsed)),
            (.variable, AppleReading(doubtfulReferences: .anything)),
            (.variable, AppleReading(doubtfulReferences: .nothing)),
            (.entryWithoutRules, AppleReading(opensWithoutRules: true)),
            (.trailingStar, AppleReading(turnsTrailingStars: true)),
            (.leadingStar, AppleReading(leadingStarsMeetSlash: true)),
        ]
        if entries.contains(where: { $0.components != nil && $0.paths != nil }) {
            readings.append((.pathsBesideComponents, AppleReading(readsPathsToo: true)))
        }
        if rules.contains(where: { !$0.unread.isEmpty }) {
            readings += [UnreadPart.never, .turned].map { (.wrongType, AppleReading(unreadParts: $0)) }
        }
        if rules.contains(where: { $0.query != nil }) {
            let ways = [Items.otherNames, .spaces, .upToEmpty] + (folds ? [.foldedNames] : [])
            readings += ways.map { (.queryItems, AppleReading(items: $0)) }
        }
        if rules.contains(where: { $0.isPercentEncoded == false }) {
            readings.append((.escapedSlash, AppleReading(keepsEscapedSlash: true)))
            if folds { readings.append((.letterCase, AppleReading(foldsAllLetters: true))) }
        }
        if entries.contains(where: { $0.components == nil && $0.paths != nil }) {
            readings.append((.pathsSlashes, AppleReading(hasPlainPaths: true)))
        }
        return readings
    }
}

extension LinkURL {
    /// Whether it has a dot segment or a malformed escape in its path, or anywhere a character that RFC 3986 has escaped.
    fileprivate var isUnusual: Bool {
        let segments = path.split(separator: UInt8(ascii: "/"))
        let dots = segments.contains { segment in
            let text = String(decoding: segment, as: UTF8.self).lowercased()
            return [".", "..", "%2e", ".%2e", "%2e.", "%2e%2e"].contains(text)
        }
        let parts = [path, query ?? [], fragment ?? []]
        return dots || !path.isDecodable || parts.contains { !$0.allSatisfy(\.isPlainInURL) }
    }

    /// The URL with its segments as they are before a `;`; `nil` where there is none.
    fileprivate var withoutPathParameters: LinkURL? {
        guard path.contains(UInt8(ascii: ";")) else { return nil }
        let segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map { segment in
            segment.prefix { $0 != UInt8(ascii: ";") }
        }
        let plain =
            bytes[..<path.startIndex] + segments.joined(separator: [UInt8(ascii: "/")]) + bytes[path.endIndex...]
        return try? LinkURL(String(decoding: plain, as: UTF8.self))
    }
}

extension ArraySlice<UInt8> {
    /// Whether each `%` begins an escape and the text is UTF-8 when they are decoded.
    fileprivate var isDecodable: Bool {
        var decoded: [UInt8] = []
        var rest = self
        while let byte = rest.popFirst() {
            guard byte == UInt8(ascii: "%") else {
                decoded.append(byte)
                continue
            }
            guard let high = rest.popFirst()?.hexValue, let low = rest.popFirst()?.hexValue else { return false }
            decoded.append(high << 4 | low)
        }
        return String(validating: decoded, as: UTF8.self) != nil
    }
}

extension UInt8 {
    /// Whether a path, a query or a fragment can have it as it is (RFC 3986 section 3.3 to 3.5).
    fileprivate var isPlainInURL: Bool { (0x21...0x7E).contains(self) && !"\"#<>[\\]^`{|}".utf8.contains(self) }
}
