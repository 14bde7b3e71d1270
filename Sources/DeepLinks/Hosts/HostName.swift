/// The name of a host that the gateway may answer for: lower case, A-labels, no dot at the end.
///
/// Two names are equal exactly when they are the same name in DNS (case 131).
package struct HostName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// `go.acme.example`, `xn--zrich-kva.example`.
    package let text: String

    /// Reads a name in any spelling of case and script, with or without the root's dot.
    ///
    /// Internationalised labels go through IDNA 2008 (UTS 46, non-transitional). Refused are IP addresses in any
    /// spelling, names of one label, public suffixes, and `localhost`, `local`, `internal`, `invalid`, `onion`,
    /// `arpa` and `alt` with all below them.
    /// - Parameters:
    ///   - text: The name alone, without scheme, port or path.
    ///   - isAttested: Whether the operator vouches for it: then a suffix of the list's private part, `github.io`,
    ///     is a name like others.
    /// - Throws: The rule that refuses the text.
    package init(_ text: String, isAttested: Bool = false) throws(RuleViolation) {
        try self.init(stored: try Self.canonical(text))
        switch PublicSuffix(ascii: self.text, unicode: display) {
        case .registry:
            throw RuleViolation("\(self.text) is a public suffix: name a domain below it")
        case .owner where !isAttested:
            throw RuleViolation(
                "\(self.text) is a public suffix that others get names below: the operator must attest it")
        case .owner, .none:
            break
        }
    }

    /// Reads a name in its canonical form that was taken once: the list of public suffixes may have grown since.
    ///
    /// - Throws: The rule that refuses the text; another spelling is refused too.
    package init(stored text: String) throws(RuleViolation) {
        try Self.refuseAddress(text)
        try HostLabels.check(text)
        try Self.refuseReserved(text)
        self.text = text
    }

    /// The name as people read it, in Unicode.
    package var display: String { InternationalName.unicode(text) ?? text }

    /// The canonical text.
    package var description: String { text }

    /// Orders by bytes.
    package static func < (left: HostName, right: HostName) -> Bool { left.text < right.text }

    /// The name without its first label, or `nil` when one label would remain.
    package var parentText: Substring? {
        let rest = text.drop { $0 != "." }.dropFirst()
        return rest.contains(".") ? rest : nil
    }

    /// Whether the text is a public suffix, also where the operator attested it.
    var isPublicSuffix: Bool {
        if case .none = PublicSuffix(ascii: text, unicode: display) { false } else { true }
    }

    /// Lower case, A-labels, one dot at the end removed: no rule about the labels is checked yet.
    static func canonical(_ text: String) throws(RuleViolation) -> String {
        guard !text.isEmpty else { throw RuleViolation("a host name is needed") }
        if let offset = text.utf8.firstIndex(where: { "[]".utf8.contains($0) }) {
            throw RuleViolation("an IP address is no domain", at: text.utf8.distance(from: text.startIndex, to: offset))
        }
        if let offset = text.utf8.firstIndex(where: { URLCharacter.isControl($0) || " /:@?#%\\*,".utf8.contains($0) }) {
            throw RuleViolation(
                "a host name stands alone: no scheme, user, port, path, space or wildcard",
                at: text.utf8.distance(from: text.startIndex, to: offset)
            )
        }
        var name: String
        if text.utf8.allSatisfy({ $0 < 0x80 }) {
            name = text.lowercased()
        } else {
            guard let ascii = InternationalName.ascii(text) else {
                throw RuleViolation("\(text) is no valid international name (IDNA 2008)")
            }
            name = ascii.lowercased()
        }
        if name.hasSuffix(".") { name.removeLast() }
        return name
    }

    private static func refuseAddress(_ name: String) throws(RuleViolation) {
        guard HostLabels.endsInNumber(name) else { return }
        throw RuleViolation("an IP address is no domain, and no last label is a number")
    }

    private static func refuseReserved(_ name: String) throws(RuleViolation) {
        let labels = name.split(separator: ".")
        if let last = labels.last, reserved.contains(last) {
            throw RuleViolation("names under \(last) are reserved")
        }
        guard labels.count > 1 else { throw RuleViolation("a domain has at least two labels: \(name).example") }
    }

    // RFC 6761, 6762, 7686, 9476 and ICANN resolution 2024.07.29.06 (internal).
    private static let reserved: Set<Substring> = ["localhost", "local", "internal", "invalid", "onion", "arpa", "alt"]
}
