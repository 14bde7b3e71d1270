package import Association

/// Something that a person should know about how the world sees a domain.
package struct ProbeFinding: Hashable, Sendable {
    /// What kind of thing it is; stable between versions.
    package let code: ProbeFindingCode
    /// How much it matters; the code's own unless something else is known.
    package let severity: Severity
    /// Where it was seen.
    package let vantage: Vantage
    /// What is the matter, in a clause or two without a full stop.
    package let message: String
    /// Why it matters, without a full stop.
    package let consequence: String
    /// What to do, without a full stop.
    package let advice: String
    /// What it rests on, in order.
    package let evidence: [Evidence]
    /// What it is about where a domain may have several of its code: an address; else empty.
    package let subject: String

    /// Makes a finding.
    package init(
        _ code: ProbeFindingCode, severity: Severity? = nil, at vantage: Vantage, about subject: String = "",
        _ message: String, consequence: String, advice: String, evidence: [Evidence] = []
    ) {
        self.code = code
        self.severity = severity ?? code.severity
        self.vantage = vantage
        self.message = message
        self.consequence = consequence
        self.advice = advice
        self.evidence = evidence
        self.subject = subject
    }

    /// A named piece of evidence.
    package struct Evidence: Hashable, Sendable {
        /// `status`, `address`, `certificate`.
        package let name: String
        /// What was seen.
        package let value: String

        /// Makes a piece of evidence.
        package init(_ name: String, _ value: String) {
            self.name = name
            self.value = value
        }
    }
}
