/// The name of a domain: one host, or all hosts one label below a parent.
package enum DomainName: Hashable, Comparable, Sendable, CustomStringConvertible {
    /// One host.
    case exact(HostName)
    /// Every name that has one label more than the parent.
    case wildcard(parent: HostName)

    /// Reads `go.acme.example` or `*.acme.example`.
    ///
    /// - Parameters:
    ///   - text: The name; see ``HostName``.
    ///   - isAttested: The operator's word for an exact name; a wildcard's parent is never a public suffix.
    /// - Throws: The rule that refuses the text.
    package init(_ text: String, isAttested: Bool = false) throws(RuleViolation) {
        guard text.hasPrefix("*") else {
            self = .exact(try HostName(text, isAttested: isAttested))
            return
        }
        guard text.hasPrefix("*.") else {
            throw RuleViolation("a wildcard is a whole first label: *.acme.example", at: 1)
        }
        let parent: HostName
        do {
            parent = try HostName(String(text.dropFirst(2)))
        } catch {
            throw RuleViolation(error.rule, at: error.offset.map { $0 + 2 })
        }
        guard parent.text.utf8.count + 2 <= HostLabels.longestName else {
            throw RuleViolation("no label fits below a name of \(parent.text.utf8.count) bytes")
        }
        self = .wildcard(parent: parent)
    }

    /// Reads a name in its canonical form that was taken once: the list of public suffixes may have grown since.
    ///
    /// - Throws: The rule that refuses the text; another spelling is refused too.
    package init(stored text: String) throws(RuleViolation) {
        guard text.hasPrefix("*.") else {
            self = .exact(try HostName(stored: text))
            return
        }
        self = .wildcard(parent: try HostName(stored: String(text.dropFirst(2))))
    }

    /// The canonical text.
    package var text: String {
        switch self {
        case .exact(let name): name.text
        case .wildcard(let parent): "*." + parent.text
        }
    }

    /// The name as people read it, in Unicode, where that differs from its canonical text (case 71).
    package var unicode: String? { display == text ? nil : display }

    /// The name as people read it, in Unicode.
    package var display: String {
        switch self {
        case .exact(let name): name.display
        case .wildcard(let parent): "*." + parent.display
        }
    }

    /// The host of an exact name, the parent of a wildcard.
    package var base: HostName {
        switch self {
        case .exact(let name), .wildcard(let name): name
        }
    }

    /// Whether the domain stands for many hosts.
    package var isWildcard: Bool {
        if case .wildcard = self { true } else { false }
    }

    /// Whether the domain answers for the host, given in its canonical text; a wildcard does for one label more.
    package func covers(_ host: some StringProtocol) -> Bool {
        switch self {
        case .exact(let name): name.text == host
        case .wildcard(let parent): host.drop { $0 != "." }.dropFirst() == parent.text && host.first != "."
        }
    }

    /// The domains that may publish the association file which phones read at this name, by their texts.
    ///
    /// The first one that there is does: the name itself, the wildcard one label up, the wildcard whose parent it is.
    package var publishers: [String] {
        guard case .exact(let name) = self else { return [text] }
        return [name.text, "*" + name.text.drop { $0 != "." }, "*.\(name.text)"]
    }

    /// The canonical text.
    package var description: String { text }

    /// Orders by bytes.
    package static func < (left: DomainName, right: DomainName) -> Bool { left.text < right.text }
}
