/// What browsers are told of a domain over HTTPS: to ask it over nothing else from now on (RFC 6797).
package struct StrictTransport: Equatable, Sendable {
    /// What ``maxAge`` may be: up to two years.
    package static let maxAges = 0...63_072_000

    /// What lists that browsers come with ask for: a year.
    static let leastToPreload = 31_536_000

    /// Seconds for which a browser keeps to it; 0 has it forget.
    package let maxAge: Int

    /// Whether every name below the domain is meant too.
    package let includesSubdomains: Bool

    /// Whether the domain may be put on the list that browsers come with.
    package let preloads: Bool

    /// Reads the value of the field, such as `max-age=31536000; includeSubDomains`.
    ///
    /// Names in any case, each at most once, in any order.
    /// - Throws: The rule, and the byte at which the text breaks it.
    package init(_ text: String) throws(RuleViolation) {
        var maxAge: Int?
        var (includesSubdomains, preloads) = (false, false)
        var offset = 0
        for part in text.utf8.split(separator: 0x3B, omittingEmptySubsequences: false) {
            let directive = String(part)?.trimmed.lowercased() ?? ""
            switch directive {
            case "includesubdomains" where !includesSubdomains: includesSubdomains = true
            case "preload" where !preloads: preloads = true
            case _ where directive.hasPrefix("max-age=") && maxAge == nil:
                let digits = directive.dropFirst("max-age=".count)
                let isNumber = !digits.isEmpty && digits.utf8.allSatisfy { (0x30...0x39).contains($0) }
                guard isNumber, let seconds = Int(digits), Self.maxAges.contains(seconds) else {
                    throw RuleViolation("max-age is 0 to \(Self.maxAges.upperBound) seconds", at: offset)
                }
                maxAge = seconds
            default:
                throw RuleViolation("only max-age=SECONDS, includeSubDomains and preload, each once", at: offset)
            }
            offset += part.count + 1
        }
        guard let maxAge else { throw RuleViolation("max-age=SECONDS is missing") }
        guard !preloads || includesSubdomains && maxAge >= Self.leastToPreload else {
            throw RuleViolation("preload goes with includeSubDomains and a max-age of \(Self.leastToPreload) at least")
        }
        self.maxAge = maxAge
        self.includesSubdomains = includesSubdomains
        self.preloads = preloads
    }

    /// The value of the field, as it is served and kept.
    package var text: String {
        "max-age=\(maxAge)\(includesSubdomains ? "; includeSubDomains" : "")\(preloads ? "; preload" : "")"
    }
}

extension String {
    /// The text without blanks around it.
    fileprivate var trimmed: Substring {
        var rest = self[...]
        while rest.first == " " { rest.removeFirst() }
        while rest.last == " " { rest.removeLast() }
        return rest
    }
}
