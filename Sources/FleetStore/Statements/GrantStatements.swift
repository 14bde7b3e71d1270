import Postgres

/// What a role is already.
struct LoginFacts: Equatable, Sendable {
    var exists: Bool
    /// The role that it is, or may act as, with which it would see more than a tenant; empty for none.
    var widerRole: String
    /// The roles of the fleet that it was granted.
    var roles: [String]
    /// The tenant whose login it is; empty for none.
    var tenant: String
}

extension Statement<LoginFacts> {
    /// What the role of this name is.
    static let loginFacts = Statement(
        "login_facts",
        sql: """
            WITH wider AS (
              SELECT rolname::text AS name
              FROM pg_roles
              WHERE rolname IN (fleet.owner(), 'postern_operator', 'postern_gateway', 'postern_prober')
                OR rolsuper OR rolbypassrls
            ), login AS (
              SELECT oid FROM pg_roles WHERE rolname = $1
            )
            SELECT EXISTS (SELECT FROM login),
              coalesce(
                (SELECT min(wider.name) FROM wider, login WHERE pg_has_role(login.oid, wider.name, 'MEMBER')), ''
              ),
              ARRAY(
                SELECT roles.rolname::text
                FROM pg_auth_members JOIN login ON member = login.oid JOIN pg_roles AS roles ON roles.oid = roleid
                WHERE roles.rolname IN ('postern_operator', 'postern_gateway', 'postern_prober', 'postern_tenant')
                ORDER BY roles.rolname
              ),
              coalesce(
                (
                  SELECT tenants.name
                  FROM fleet.tenant_logins JOIN fleet.tenants ON tenants.id = tenant_id
                  WHERE tenant_logins.login = $1
                ), ''
              )
            """,
        parameters: [.text], columns: [.bool, .text, .textArray, .text]
    ) { row throws(PostgresError) in
        LoginFacts(
            exists: try row.next(), widerRole: try row.next(), roles: try row.next(), tenant: try row.next())
    }
}

extension Statement<Bool> {
    /// Whether the roles have policies in this database.
    static let hasGrants = Statement(
        "has_grants",
        sql: """
            SELECT EXISTS (
              SELECT
              FROM pg_policy JOIN pg_class ON pg_class.oid = polrelid
              WHERE relnamespace = 'fleet'::regnamespace AND polname = 'tenant'
            )
            """)

    /// Whether not everybody who has a role in the cluster may connect to the database.
    static let keepsStrangersOut = Statement(
        "keeps_strangers_out",
        sql: """
            SELECT NOT EXISTS (
              SELECT
              FROM pg_database, aclexplode(coalesce(datacl, acldefault('d', datdba))) AS grants
              WHERE datname = current_database() AND grantee = 0 AND privilege_type = 'CONNECT'
            )
            """)
}

extension Statement<String> {
    /// A name as SQL text takes it.
    static let quotedName = Statement("quoted_name", sql: "SELECT quote_ident($1)", parameters: [.text])
}

extension Statement<Int32?> {
    /// The tenant that this session is of; NULL for none.
    static let sessionTenant = Statement(
        "session_tenant", sql: "SELECT fleet.session_tenant()", columns: [.int4]
    ) { row throws(PostgresError) in try row.next() }
}

extension Statement<Void> {
    /// Makes a role the login of the tenant with a name.
    static let insertLogin = Statement(
        "insert_login",
        sql: """
            INSERT INTO fleet.tenant_logins (login, tenant_id)
            SELECT $1, id
            FROM fleet.tenants
            WHERE name = $2 AND removed_at IS NULL
            ON CONFLICT (login) DO UPDATE SET tenant_id = EXCLUDED.tenant_id
            """,
        parameters: [.text, .text])

    /// Makes a role nobody's login.
    static let deleteLogin = Statement(
        "delete_login", sql: "DELETE FROM fleet.tenant_logins WHERE login = $1", parameters: [.text])

    /// Makes the proof of a tenant's name ($1) be looked for soon.
    static let hastenProof = Statement(
        "hasten_proof",
        sql: """
            UPDATE fleet.domain_proofs
            SET due_at = clock_timestamp()
            FROM fleet.domains JOIN fleet.tenants ON tenants.id = domains.tenant_id
            WHERE domains.id = domain_id AND domains.name = $1 AND tenants.name = $2 AND domains.state = 'pending'
            """,
        parameters: [.text, .text])
}
