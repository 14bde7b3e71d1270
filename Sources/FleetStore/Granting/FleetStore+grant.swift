package import DeepLinks
import Postgres

extension FleetStore {
    /// Makes the roles of the fleet and gives them their rights in this database, anew where they have some.
    ///
    /// The connection has to be the owner's of the fleet and of the database, or a superuser's, and may have to make
    /// roles.
    ///
    /// - Returns: Whether nobody may connect any more but the owner and the roles; only the database's owner may see to
    ///   that.
    /// - Throws: ``StoreError/database(_:)``, also for who may not grant.
    @discardableResult
    package func grant() throws(StoreError) -> Bool {
        try requireSchemaForWriting()
        return try granting { () throws(PostgresError) in
            try connection.run(script: GrantScript.lock)
            try connection.run(script: GrantScript.roles)
            try connection.run(script: GrantScript.privileges)
            return try connection.queryOne(.keepsStrangersOut)
        }
    }

    /// Whether the roles have rights in this database.
    ///
    /// - Throws: ``StoreError/database(_:)``.
    package func hasGrants() throws(StoreError) -> Bool {
        try inDatabase { () throws(PostgresError) in try connection.queryOne(.hasGrants) }
    }

    /// Makes a login a tenant's own; the role is made where there is none.
    ///
    /// - Parameters:
    ///   - login: The role.
    ///   - tenant: The tenant.
    ///   - operation: For the audit log.
    /// - Throws: ``StoreError/notFound(kind:name:)`` for the tenant, ``StoreError/conflict(_:)`` for a role that may see
    ///   more, ``StoreError/database(_:)``.
    package func grant(_ login: LoginName, to tenant: TenantName, as operation: Operation) throws(StoreError) {
        if try !hasGrants() { try grant() }
        let facts = try facts(of: login)
        guard facts.widerRole.isEmpty else {
            throw .conflict("the role \(login) cannot be a tenant's: it is, or may act as, \(facts.widerRole)")
        }
        guard facts.tenant.isEmpty || facts.tenant == tenant.text else {
            throw .conflict("the role \(login) is another tenant's")
        }
        let ids = try inDatabase { () throws(PostgresError) in
            try connection.query(.tenantIDs, [.texts([tenant.text])])
        }
        guard !ids.isEmpty else { throw .notFound(kind: "tenant", name: tenant.text) }
        try granting { () throws(PostgresError) in
            try admit(login, facts, to: "postern_tenant")
            try connection.execute(.insertLogin, [.text(login.text), .text(tenant.text)])
        }
        try audit(operation, tenant, AuditRecord(granting: login))
    }

    /// Lets a login do what a service or the operator does; the role is made where there is none.
    ///
    /// - Parameters:
    ///   - login: The role.
    ///   - service: What it may do.
    ///   - operation: For the audit log.
    /// - Throws: ``StoreError/conflict(_:)`` for the login of a tenant, ``StoreError/database(_:)``.
    package func grant(_ login: LoginName, as service: ServiceRole, by operation: Operation) throws(StoreError) {
        if try !hasGrants() { try grant() }
        let facts = try facts(of: login)
        guard facts.tenant.isEmpty else { throw .conflict("the role \(login) is a tenant's") }
        try granting { () throws(PostgresError) in try admit(login, facts, to: service.role) }
        try audit(operation, nil, AuditRecord(granting: login))
    }

    /// Takes a login's rights in the fleet away; the role stays, without them.
    ///
    /// - Parameters:
    ///   - login: The role.
    ///   - operation: For the audit log.
    /// - Throws: ``StoreError/notFound(kind:name:)``, ``StoreError/database(_:)``.
    package func revoke(_ login: LoginName, as operation: Operation) throws(StoreError) {
        let facts = try facts(of: login)
        guard facts.exists, !facts.roles.isEmpty || !facts.tenant.isEmpty else {
            throw .notFound(kind: "granted role", name: login.text)
        }
        try granting { () throws(PostgresError) in
            let name = try connection.queryOne(.quotedName, [.text(login.text)])
            for role in facts.roles { try connection.run(script: "REVOKE \(role) FROM \(name)") }
            try connection.execute(.deleteLogin, [.text(login.text)])
        }
        try audit(operation, TenantName(facts.tenant), AuditRecord(revoking: login))
    }

    private func facts(of login: LoginName) throws(StoreError) -> LoginFacts {
        try inDatabase { () throws(PostgresError) in
            try connection.queryOne(.loginFacts, [.text(login.text)])
        }
    }

    /// Makes a login a member of one of the roles.
    private func admit(_ login: LoginName, _ facts: LoginFacts, to role: String) throws(PostgresError) {
        let name = try connection.queryOne(.quotedName, [.text(login.text)])
        if !facts.exists { try connection.run(script: "CREATE ROLE \(name) LOGIN") }
        try connection.run(script: "GRANT \(role) TO \(name)")
    }

    /// Runs a transaction, and runs it again while grants in other databases of the cluster get in its way.
    private func granting<Result>(_ body: () throws(PostgresError) -> Result) throws(StoreError) -> Result {
        var attempt = 1
        while true {
            do throws(PostgresError) {
                return try connection.transaction { _ throws(PostgresError) in
                    // While it waits for a table, all who come later wait behind it (case 126).
                    try connection.run(script: "SET LOCAL lock_timeout = 2000")
                    return try body()
                }
            } catch {
                guard error.meetsOtherGrants, attempt < 30 else { throw .database(error) }
                attempt += 1
                try inDatabase { () throws(PostgresError) in try connection.execute(.pause) }
            }
        }
    }
}

extension PostgresError {
    /// Whether a role was made, or a row of the catalogue written, by somebody else meanwhile; or a lock was not given.
    fileprivate var meetsOtherGrants: Bool {
        guard code == .server else { return false }
        let isRace =
            switch sqlState?.code {
            case "42710": true
            case "23505": table.isEmpty || table.hasPrefix("pg_catalog.")
            case "XX000": message == "tuple concurrently updated"
            default: false
            }
        return isRace || isRetryable
    }
}
