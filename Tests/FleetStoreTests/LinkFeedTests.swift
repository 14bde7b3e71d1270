import DeepLinks
import Postgres
import TestSupport
import Testing

@testable import FleetStore

/// What the change feed tells of links.
@Suite struct LinkFeedTests {
    let fixture: StoreFixture
    let store: FleetStore
    let tenant: TenantSnapshot

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        tenant = try store.fill(links: 3)
    }

    /// A reader that has read everything.
    func reader() throws -> FeedReader {
        var reader = FeedReader(try fixture.connect(), from: FeedCursor())
        _ = try reader.read()
        return reader
    }

    /// What a reader is told of links; nothing else may have changed.
    func links(_ reader: inout FeedReader) throws -> Set<ChangedLinks>? {
        guard let change = try reader.read() else { return nil }
        guard case .tenants(let tenants, let removed, let links, _) = change else {
            Issue.record("not a change of links: \(change)")
            return nil
        }
        #expect(tenants.isEmpty && removed.isEmpty)
        #expect(Set(links).count == links.count)
        return Set(links)
    }

    @Test func `a link that is added, changed or removed is told alone, and what stays the same is not`() throws {
        var reader = try reader()
        let (name, added) = (tenant.tenant.name, try tenant.link("new", to: "/item/9"))
        try store.editLinks(of: name, as: .linkAdd) { _ in LinkChange(added: [added]) }
        #expect(try links(&reader) == [.link(try tenant.query("new"))])
        let written = [try tenant.link("s0", to: "/item/0"), try tenant.link("s1", to: "/item/7")]
        try store.editLinks(of: name, as: .linkAdd) { _ in LinkChange(written: written) }
        #expect(try links(&reader) == [.link(try tenant.query("s1"))])
        let removed = [try tenant.key("s2"), try tenant.key("s0")]
        try store.editLinks(of: name, as: .linkAdd) { _ in LinkChange(removed: removed) }
        #expect(try links(&reader) == [.link(try tenant.query("s2")), .link(try tenant.query("s0"))])
        #expect(try links(&reader) == nil)
    }

    @Test func `a slug that changes by hand is told before and after`() throws {
        var reader = try reader()
        try fixture.database.psql("UPDATE fleet.links SET slug = 'other' WHERE slug = 's1'")
        #expect(try links(&reader) == [.link(try tenant.query("s1")), .link(try tenant.query("other"))])
    }

    @Test(arguments: [(1, 1000, false), (1, 1001, true), (4, 250, false), (4, 251, true)])
    func `1,000 links of a transaction are told one by one, more as all of their domain`(
        statements: Int, each: Int, isMany: Bool
    ) throws {
        var reader = try reader()
        let inserts = (0..<statements).map { statement in
            """
            INSERT INTO fleet.links (tenant_id, domain_id, route_id, slug, kind, destination)
            SELECT tenant_id, domain_id, route_id, 'n\(statement)-' || n, kind, destination
            FROM fleet.links, generate_series(1, \(each)) AS n
            WHERE slug = 's0'
            """
        }
        try fixture.database.psql("BEGIN; \(inserts.joined(separator: ";")); COMMIT")
        let told = try #require(try links(&reader))
        let domain = ChangedLinks.domain(try tenant.query("s0").domain)
        #expect(told.contains(domain) == isMany)
        #expect(told.count <= 1001)
        if !isMany {
            let keys = try (0..<statements).flatMap { statement in
                try (1...each).map { ChangedLinks.link(try tenant.query("n\(statement)-\($0)")) }
            }
            #expect(told == Set(keys))
        }
    }

    @Test func `emptying the table, a lost connection and a pruned past mean all links`() throws {
        var first = try reader()
        var second = try reader()
        try fixture.database.psql("TRUNCATE fleet.links")
        #expect(try links(&first) == [.all])
        try fixture.database.psql("UPDATE fleet.link_changes SET changed_at = now() - interval '2 days'")
        #expect(try fixture.database.psql("SELECT fleet.prune_changes() IS NOT NULL") == "t")
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.link_changes") == "0")
        #expect(try links(&second) == [.all])
        #expect(try links(&first) == nil)
        var again = FeedReader(try fixture.connect(), from: first.cursor)
        #expect(try links(&again) == [.all])
        #expect(try links(&again) == nil)
    }

    @Test func `links that go with their route are told with it, under one number`() throws {
        var reader = try reader()
        let gone = try (0..<3).map { ChangedLinks.link(try tenant.query("s\($0)")) }
        try fixture.database.psql("DELETE FROM fleet.routes WHERE name = 'campaign'")
        guard case .tenants(let tenants, _, let links, let generation)? = try reader.read() else {
            Issue.record("nothing read")
            return
        }
        #expect(tenants.count == 1 && Set(links) == Set(gone))
        #expect(
            try fixture.database.psql("SELECT DISTINCT generation FROM fleet.link_changes ORDER BY 1 DESC LIMIT 1")
                == "\(generation)")
    }
}
