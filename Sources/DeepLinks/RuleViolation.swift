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
