package import DeepLinks

/// Finds out which answers about a file rest on what no source says of Apple's systems, by reading it in the other way.
package struct AppleDoubts: Sendable {
    private struct Reading {
        let kind: MatchDoubt.Kind
        let matcher: AppleMatcher
    }

    private let matcher: AppleMatcher
    private let others: [Reading]

    /// Reads a file in every way that is open.
    ///
    /// - Parameters:
    ///   - document: The file.
    ///   - host: The host that serves it; by default it is of no account.
    package init(_ document: AppleDocument, host: String? = nil) {
        let readings: [(MatchDoubt.Kind, AppleReading)] = [
            (.innerSlashes, AppleReading(slashes: .collapsed)),
            (.variable, AppleReading(doubtfulReferences: .anything)),
            (.variable, AppleReading(doubtfulReferences: .nothing)),
            (.entryWithoutRules, AppleReading(opensWithoutRules: true)),
        ]
        matcher = AppleMatcher(document, host: host)
        others = readings.map { Reading(kind: $0, matcher: AppleMatcher(document, host: host, reading: $1)) }
    }

    /// What the answer for an app and a URL rests on; empty where it is certain.
    package func doubts(_ url: LinkURL, app: String) -> [MatchDoubt] {
        let decision = matcher.decision(url, app: app)
        switch decision.reason {
        case .rule, .noRule: break
        case .noEntry, .noEmptyApps, .otherHost, .port: return []
        }
        var doubts: [MatchDoubt] = url.isUnusual ? [MatchDoubt(.unusualURL)] : []
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
