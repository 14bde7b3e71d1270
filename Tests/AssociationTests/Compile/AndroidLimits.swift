import Association
import DeepLinks

/// Why Android may decide a URL otherwise than a table.
struct AndroidLimits {
    /// The kinds of findings that may say so.
    private(set) var codes: Set<CompileFindingCode> = []

    /// All kinds that there are.
    static let all = CompileFindingCode.allCases.filter { $0.rawValue.hasPrefix("android-") }

    init(_ text: String, _ set: RouteSet) {
        let url = text.split(separator: "#", omittingEmptySubsequences: false)[0]
        let parts = url.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        let path = parts[0].dropFirst("https://go.shop.example".count)
        let query = parts.count > 1 ? parts[1] : ""
        if !set.isCaseSensitive { codes.insert(.androidCase) }
        if path.isEmpty { codes.insert(.androidEmptyPath) }
        if path.hasSuffix("//") { codes.insert(.androidEndSlashes) }
        if path.contains("%2F") || path.contains("%2f") { codes.insert(.androidEscapedSlash) }
        if query.contains("%26") { codes.insert(.androidEscapedAmpersand) }
        if query.contains(";") || query.contains("%3B") { codes.insert(.androidSemicolon) }
        if Self.hasOtherSpelling(url) { codes.insert(.androidEscape) }
        let names = query.split(separator: "&").map { $0.prefix { $0 != "=" } }
        if Set(names).count < names.count { codes.insert(.androidRepeatedItem) }
        for route in set.routes {
            for segment in route.pattern.segments { addLimits(of: segment) }
            if route.pattern.text.contains("%2A") || route.pattern.text.contains("%3F") {
                codes.insert(.androidWildcard)
            }
            if path.hasSuffix("/"), case .capture(_, let head, "")? = route.pattern.segments.last, !head.isEmpty,
                route.pattern.rest == nil
            {
                codes.insert(.androidHead)
            }
        }
    }

    private mutating func addLimits(of segment: PatternSegment) {
        guard case .capture(let capture, _, let tail) = segment else { return }
        if case .digits = capture.values { codes.insert(.androidDigits) }
        if case .listed = capture.values { return }
        if !tail.isEmpty { codes.insert(.androidTail) }
    }

    /// Whether there is an escape that a pattern would write otherwise: in small hex digits, or of a plain character.
    private static func hasOtherSpelling(_ url: Substring) -> Bool {
        url.split(separator: "%", omittingEmptySubsequences: false).dropFirst().contains { rest in
            let digits = rest.prefix(2)
            guard let value = UInt8(digits, radix: 16) else { return true }
            let plain = Character(Unicode.Scalar(value))
            return digits != digits.uppercased() || plain.isASCII && (plain.isLetter || plain.isNumber)
        }
    }
}
