package import DeepLinks
import Postgres

/// How a tenant proved that it controls a name.
package enum ProofMethod: String, Equatable, Sendable {
    /// By a TXT record.
    case dns = "DNS"
    /// By a file on the name's own web server.
    case file
}

extension FleetStore {
    /// What has to be shown for a name, by each tenant that has it pending or live; a tenant that has it live comes first.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func proofs(of domain: DomainName) throws(StoreError) -> [DomainProof] {
        try inDatabase { () throws(PostgresError) in
            try connection.query(.proofs, [.text(domain.text)])
        }.compactMap { DomainProof($0) }
    }

    /// Takes pending names whose check is due.
    ///
    /// - Parameter limit: How many at most.
    /// - Returns: What has to be shown for each; the next check is due after a minute at first, and ever less often.
    /// - Throws: ``StoreError/database(_:)``.
    package func takeProofs(_ limit: Int) throws(StoreError) -> [DomainProof] {
        try inDatabase { () throws(PostgresError) in
            try connection.query(.takeProofs, [.int64(Int64(limit))])
        }.compactMap { DomainProof($0) }
    }

    /// Notes what was missing when a name was checked by schedule.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func note(_ problem: String, about proof: DomainProof) throws(StoreError) {
        try inDatabase { () throws(PostgresError) in
            try connection.execute(
                .noteProof, [.text(proof.domain.text), .text(proof.tenant.text), .text(String(problem.prefix(500)))])
        }
    }

    /// Makes a pending name live, for its tenant has proved that it controls it.
    ///
    /// - Parameters:
    ///   - proof: What was shown.
    ///   - method: How.
    ///   - operation: For the audit log.
    /// - Returns: Whether the name was pending until now.
    /// - Throws: ``StoreError/conflict(_:)`` when another tenant holds the name, ``StoreError/notFound(kind:name:)`` when
    ///   the tenant has it no more, and as ``edit(_:as:publishing:change:)``.
    @discardableResult
    package func confirm(
        _ proof: DomainProof, by method: ProofMethod, as operation: Operation
    ) throws(StoreError) -> Bool {
        var operation = operation
        operation.action += " by \(method.rawValue.lowercased())"
        return try edit(tenant: proof.tenant, as: operation) { tenant throws(StoreError) in
            guard let index = tenant.domains.firstIndex(where: { $0.name == proof.domain }) else {
                throw .notFound(kind: "domain", name: proof.domain.text)
            }
            // Between the check and this lock the name may have been removed and added again, with another token.
            guard
                try self.proofs(of: proof.domain).contains(where: {
                    $0.tenant == proof.tenant && $0.token == proof.token
                })
            else { throw .notFound(kind: "proof of", name: proof.domain.text) }
            guard tenant.domains[index].state == .pending else { return false }
            tenant.domains[index].state = .live
            return true
        }
    }

    /// Whether the session is a tenant's own, which proves names but does not make them live.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func isTenantSession() throws(StoreError) -> Bool {
        try inDatabase { () throws(PostgresError) in try connection.queryOne(.sessionTenant) } != nil
    }

    /// Makes a prober look for a proof soon.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func hasten(_ proof: DomainProof) throws(StoreError) {
        try inDatabase { () throws(PostgresError) in
            try connection.execute(.hastenProof, [.text(proof.domain.text), .text(proof.tenant.text)])
        }
    }

    /// Ends the hold-down of a name that a tenant gave up: anybody who proves control may have it.
    ///
    /// - Parameters:
    ///   - domain: The name.
    ///   - operation: For the audit log.
    /// - Throws: ``StoreError/notFound(kind:name:)`` when the name is not held, ``StoreError/database(_:)``.
    package func endHold(of domain: DomainName, as operation: Operation) throws(StoreError) {
        try requireSchemaForWriting()
        try connection.retryingTransaction { _ throws(StoreError) in
            let holders = try inDatabase { () throws(PostgresError) in
                try connection.query(.holders, [.text(domain.text)])
            }
            guard !holders.isEmpty else { throw .notFound(kind: "held name", name: domain.text) }
            try inDatabase { () throws(PostgresError) in
                try connection.execute(.endHolds, [.text(domain.text)])
            }
            for holder in holders {
                guard let name = TenantName(holder) else { continue }
                try audit(operation, name, AuditRecord(endingHoldOf: domain))
            }
        }
    }
}

extension DomainProof {
    init?(_ row: ProofRow) {
        guard let domain = try? DomainName(stored: row.domain), let tenant = TenantName(row.tenant) else { return nil }
        self.init(
            domain: domain, tenant: tenant, token: row.token, checks: Int(row.checks), checked: row.checkedAt,
            problem: row.problem)
    }
}
