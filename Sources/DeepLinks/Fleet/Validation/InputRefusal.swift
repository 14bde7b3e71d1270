import JSONText

/// A value of a tenant that a rule refuses.
package struct InputRefusal: Error, Equatable, Sendable, CustomStringConvertible {
    /// Where the value stands, seen from its tenant.
    package let path: FieldPath

    /// The value as it was given; `nil` where it is missing or is no text.
    package let value: String?

    /// What is allowed, in one line for people.
    package let rule: String

    /// Makes a refusal.
    package init(_ path: FieldPath, _ value: String? = nil, rule: String) {
        self.path = path
        self.value = value
        self.rule = rule
    }

    /// One line: path, value, rule.
    package var description: String {
        let place = path.steps.isEmpty ? "" : "\(path): "
        return place + (value.map { $0.quotedForMessage + ": " } ?? "") + rule
    }
}

/// All refusals of one tenant, one or more.
package struct InputRefusals: Error, Equatable, Sendable, CustomStringConvertible {
    /// The tenant that was refused.
    package let tenant: TenantName

    /// The refusals, in the order of the tenant's settings.
    package let refusals: [InputRefusal]

    /// Makes the error.
    package init(tenant: TenantName, _ refusals: [InputRefusal]) {
        self.tenant = tenant
        self.refusals = refusals
    }

    /// A line for each refusal: tenant, path, value, rule.
    package var description: String {
        refusals.map { "tenant \(tenant): \($0)" }.joined(separator: "\n")
    }
}
