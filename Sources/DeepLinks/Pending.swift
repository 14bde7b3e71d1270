/// A value refused by a rule: what is wrong, and where in its text.
package struct RuleViolation: Error, Equatable, CustomStringConvertible {
    /// What is allowed, in one line for people, with what to do.
    package let rule: String
    /// The UTF-8 offset in the value; `nil` when all of it is meant.
    package let offset: Int?

    /// Makes a violation.
    package init(_ rule: String, at offset: Int? = nil) {
        self.rule = rule
        self.offset = offset
    }

    /// The rule and the position.
    package var description: String { offset.map { "\(rule) (at byte \($0))" } ?? rule }
}

/// A stub.
package struct HostName: Hashable, Comparable, Sendable, CustomStringConvertible {
    package let text: String
    package init(_ text: String) throws(RuleViolation) { self.text = text }
    package var description: String { text }
    package static func < (left: HostName, right: HostName) -> Bool { left.text < right.text }
}

/// A stub.
package enum DomainName: Hashable, Comparable, Sendable, CustomStringConvertible {
    case exact(HostName)
    case wildcard(parent: HostName)
    package init(_ text: String) throws(RuleViolation) { self = .exact(try HostName(text)) }
    package var text: String {
        switch self {
        case .exact(let name): name.text
        case .wildcard(let parent): "*." + parent.text
        }
    }
    package var description: String { text }
    package static func < (left: DomainName, right: DomainName) -> Bool { left.text < right.text }
}

/// A stub.
package struct RoutePattern: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package init(_ text: String) throws(RuleViolation) { self.text = text }
    package var description: String { text }
}

/// A stub.
package struct URLTemplate: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package init(_ text: String) throws(RuleViolation) { self.text = text }
    package var description: String { text }
}

/// A stub.
package struct SchemeTemplate: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package init(_ text: String) throws(RuleViolation) { self.text = text }
    package var description: String { text }
}

/// A stub.
package struct WebURL: Hashable, Sendable, CustomStringConvertible {
    package let text: String
    package init(_ text: String) throws(RuleViolation) { self.text = text }
    package var description: String { text }
}
