import DeepLinks
import TestSupport
import Testing

@testable import FleetStore

/// What the database holds by itself, whoever writes.
@Suite struct SchemaRuleTests {
    let fixture: StoreFixture
    let store: FleetStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        try fixture.makeTenant("shop", in: store)
    }

    struct Refusal: CustomTestStringConvertible {
        var rule: String
        var sql: String
        var testDescription: String { rule }
    }

    private static let route =
        "INSERT INTO fleet.routes (tenant_id, position, name, pattern, destination_kind, destination, scheme_url)"

    static let refusals = [
        Refusal(rule: "tenants_name_key", sql: "INSERT INTO fleet.tenants (name, web) VALUES ('shop', 'https://a/')"),
        Refusal(rule: "tenants_name_form", sql: "UPDATE fleet.tenants SET name = 'Shop'"),
        Refusal(
            rule: "tenants_domain_limit",
            sql: "UPDATE fleet.tenants SET domain_limit = 2;"
                + "INSERT INTO fleet.domains (tenant_id, name) VALUES (1, 'a.shop.example'), (1, 'b.shop.example')"),
        Refusal(
            rule: "tenants_route_limit",
            sql: "UPDATE fleet.tenants SET route_limit = 1;"
                + "\(route) VALUES (1, 1, 'more', '/more', 'web', 'https://a/', NULL)"),
        Refusal(rule: "routes_name_key", sql: "\(route) VALUES (1, 1, 'item', '/more', 'web', 'https://a/', NULL)"),
        Refusal(
            rule: "routes_position_key",
            sql: "\(route) SELECT 1, position, 'more', '/more', 'web', 'https://a/', "
                + "NULL FROM fleet.routes"),
        Refusal(
            rule: "routes_scheme_key",
            sql: "\(route) VALUES (1, 1, 'a', '/a/{x}', 'web', 'https://a/', 'a/{x}'), "
                + "(1, 2, 'b', '/b/{y}', 'web', 'https://a/', 'a/{y}')"),
        Refusal(rule: "routes_pattern_form", sql: "UPDATE fleet.routes SET pattern = '/' || repeat('a', 2048)"),
        Refusal(
            rule: "apps_app_clips", sql: "UPDATE fleet.apps SET app_clips = '{ABCDE12345.com.example.shopping.Clip}'"),
        Refusal(
            rule: "apps_app_clips",
            sql: "UPDATE fleet.apps SET app_clips = '{ABCDE12345.com.example.shop.a,ABCDE12345.com.example.shop}'"),
        Refusal(rule: "apps_app_clips", sql: "UPDATE fleet.apps SET app_clips = '{NULL}'"),
        Refusal(rule: "routes_max_age", sql: "UPDATE fleet.routes SET status = 301"),
        Refusal(
            rule: "apps_name_key",
            sql: "INSERT INTO fleet.apps (tenant_id, position, name, platform, identifier) "
                + "SELECT 1, 1, name, 'ios', 'ABCDE12345.other' FROM fleet.apps"),
        Refusal(
            rule: "apps_identifier_key",
            sql: "INSERT INTO fleet.apps (tenant_id, position, name, platform, "
                + "identifier) SELECT 1, 1, 'other', 'ios', identifier FROM fleet.apps"),
        Refusal(
            rule: "domains_tenant_name_key",
            sql: "INSERT INTO fleet.domains (tenant_id, name) "
                + "SELECT 1, name FROM fleet.domains"),
        Refusal(rule: "association_documents_digest", sql: "UPDATE fleet.association_documents SET bytes = 'x'"),
        Refusal(rule: "only ever appended", sql: "DELETE FROM fleet.audit_events"),
        Refusal(rule: "only ever appended", sql: "TRUNCATE fleet.audit_events"),
    ]

    @Test(arguments: refusals)
    func `the database refuses what breaks a rule`(_ refusal: Refusal) throws {
        let error = #expect(throws: PostgresFixtureError.self) { try fixture.database.psql(refusal.sql) }
        let names: [String: String] = [
            "tenants_domain_limit": "more domains than its limit", "tenants_route_limit": "more routes than its tenant",
        ]
        let expected = names[refusal.rule] ?? refusal.rule
        #expect("\(String(describing: error))".contains(expected))
    }

    @Test func `published_version cannot be raised along with a change`() throws {
        try fixture.database.psql("UPDATE fleet.tenants SET is_suspended = true, published_version = version + 1")
        #expect(try store.snapshot().tenants.first?.snapshot?.isStale == true)
    }

    @Test(arguments: [
        "DELETE FROM fleet.routes", "UPDATE fleet.apps SET scheme = 'shop'", "TRUNCATE fleet.route_domains",
        "DELETE FROM fleet.association_revisions", "UPDATE fleet.domains SET fallback = 'https://a.example/'",
        "UPDATE fleet.tenants SET web = 'https://a.example/'", "TRUNCATE fleet.routes CASCADE",
    ])
    func `whatever touches a tenant makes it stale and is one change`(_ sql: String) throws {
        let before = try fixture.database.psql("SELECT max(generation) FROM fleet.changes")
        try fixture.database.psql("SET client_min_messages = error; \(sql)")
        #expect(try fixture.database.psql("SELECT version > published_version FROM fleet.tenants") == "t")
        let after = try fixture.database.psql(
            "SELECT count(DISTINCT generation) FROM fleet.changes WHERE generation > \(before)")
        #expect(after == "1")
    }
}
