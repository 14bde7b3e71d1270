package import DeepLinks
package import Platform

/// What a tenant has to show to prove that it controls a name.
package struct DomainProof: Equatable, Sendable {
    /// The domain.
    package var domain: DomainName
    /// The tenant.
    package var tenant: TenantName
    /// 32 hexadecimal digits, drawn at random for this tenant and name.
    package var token: String
    /// Checks that were made by schedule.
    package var checks: Int
    /// When it was last checked by schedule.
    package var checked: UnixTime?
    /// What was then missing.
    package var problem: String?

    /// Makes a proof.
    package init(
        domain: DomainName, tenant: TenantName, token: String, checks: Int = 0, checked: UnixTime? = nil,
        problem: String? = nil
    ) {
        self.domain = domain
        self.tenant = tenant
        self.token = token
        self.checks = checks
        self.checked = checked
        self.problem = problem
    }

    /// The name of the TXT record: below the name itself, of a wildcard below its parent.
    package var recordName: String { "_postern.\(domain.base.text)" }

    /// The text of the TXT record.
    package var recordText: String { "postern-verification=\(token)" }

    /// The record as a line of a zone file.
    package var recordLine: String { "\(recordName). TXT \"\(recordText)\"" }

    /// The path of the file that proves the same on the name's own web server; its text is ``recordText``.
    ///
    /// `nil` for a wildcard: who has one server has not all names below.
    package var filePath: String? { domain.isWildcard ? nil : "/.well-known/postern-verification.txt" }
}
