import Association
import DeepLinks
import Postgres
import TestSupport
import Testing

@testable import FleetStore

@Suite struct EditTests {
    let fixture: StoreFixture
    let store: FleetStore
    let operation = Operation(actor: "ana", action: "route set")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    @Test func `a tenant comes back as it was written, published, with documents and numbers`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        let read = try store.tenant(named: tenant.name)
        #expect(read.tenant == tenant)
        #expect(!read.isStale)
        #expect(read.publishedCompiler == DocumentCompiler.standard.version)
        let domain = try DomainName("go.shop.example")
        #expect(read.domainIDs.keys.contains(domain))
        #expect(read.documents[domain]?.aasa?.number == 1)
        #expect(read.documents[domain]?.aasa?.bytes.isEmpty == false)
    }

    @Test func `what an app shares beside links is stored and published`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        let clips = try ["Clip", "Two"].map { try #require(AppID("ABCDE12345.com.example.shop.\($0)")) }
        try store.edit(tenant: tenant.name, as: operation) { tenant in
            tenant.apps[0].hasWebCredentials = true
            tenant.apps[0].appClips = clips
        }
        let read = try store.tenant(named: tenant.name)
        #expect(read.tenant.apps[0].hasWebCredentials)
        #expect(read.tenant.apps[0].appClips == clips)
        let file = try #require(read.documents[tenant.domains[0].name]?.aasa)
        #expect(file.number == 2)
        #expect(String(decoding: file.bytes, as: UTF8.self).contains(#""appclips":{"apps":["#))
    }

    @Test func `only rows that differ are written, and the rest keep number and position`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        let added = try ["a", "b", "c"].map { try sampleRoute($0) }
        try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.routes += added }
        let before = try fixture.database.psql("SELECT id, name, position, xmin FROM fleet.routes WHERE name <> 'c'")
        try store.edit(tenant: tenant.name, as: operation) { tenant in
            let moved = tenant.routes.removeLast()
            tenant.routes.insert(moved, at: 0)
        }
        let after = try fixture.database.psql("SELECT id, name, position, xmin FROM fleet.routes WHERE name <> 'c'")
        #expect(before == after)
        #expect(try store.tenant(named: tenant.name).tenant.routes.map(\.name.text) == ["c", "item", "a", "b"])
    }

    @Test func `a writer that another one keeps waiting ends with a conflict`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        let other = try fixture.connect()
        try other.run(script: "BEGIN; SELECT FROM fleet.tenants FOR UPDATE")
        store.lockTimeout = 20
        let web = try URLTemplate("https://new.shop.example/")
        let error = #expect(throws: StoreError.self) {
            try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.web = web }
        }
        guard case .busy = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        try other.run(script: "COMMIT")
        try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.web = web }
    }

    @Test func `an edit that changes nothing writes nothing`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        let state = """
            SELECT version, (SELECT count(*) FROM fleet.audit_events), (SELECT max(generation) FROM fleet.changes)
            FROM fleet.tenants
            """
        let before = try fixture.database.psql(state)
        try store.edit(tenant: tenant.name, as: operation) { _ in }
        #expect(try fixture.database.psql(state) == before)
    }

    @Test func `what is published is what the tenant's association file is, below a wildcard too`() throws {
        let tenant = try fixture.makeTenant("shop", domains: ["*.shop.example", "own.shop.example"], in: store)
        let documents = try store.tenant(named: tenant.name).documents
        for domain in tenant.domains {
            #expect(documents[domain.name]?.aasa?.bytes == (try tenant.associationFile(for: domain, kind: .aasa)))
        }
        let texts = Set(documents.values.compactMap { $0.aasa.map { String(decoding: $0.bytes, as: UTF8.self) } })
        #expect(texts.count == 2)
        #expect(texts.count { $0.contains(#"{"/":"*","exclude":true}"#) } == 1)
    }

    @Test func `a domain gets a revision when its bytes change, and only then`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        let domain = try DomainName("go.shop.example")
        let web = try URLTemplate("https://new.shop.example/")
        try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.web = web }
        #expect(try store.history(of: domain).count == 1)
        let route = try sampleRoute("more")
        try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.routes.append(route) }
        let history = try store.history(of: domain)
        #expect(history.map(\.number) == [2, 1])
        #expect(try store.document(of: history[0]) == store.tenant(named: tenant.name).documents[domain]?.aasa?.bytes)
        try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.apps = [] }
        #expect(try store.history(of: domain).first?.digest == nil)
        #expect(try store.tenant(named: tenant.name).documents[domain]?.aasa == nil)
    }

    @Test func `the audit log has who, what, before and after, and nothing that stayed the same`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.isSuspended = true }
        let events = try store.audit(tenant: tenant.name)
        #expect(events.map(\.action) == ["route set", "tenant add"])
        #expect(events[0].actor == "ana")
        #expect(events[0].after?.contains("\"suspended\": true") == true)
        #expect(events[0].before?.contains("pattern") == false)
        #expect(events[1].before == nil)
        #expect(events[1].after?.contains("/item/{id}") == true)
    }

    @Test func `values that break a rule are refused and nothing is written`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        let route = try sampleRoute("twice")
        let error = #expect(throws: StoreError.self) {
            try store.edit(tenant: tenant.name, as: operation) { tenant in tenant.routes += [route, route] }
        }
        guard case .refused = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(try store.tenant(named: tenant.name).tenant == tenant)
    }

    @Test func `a removed tenant goes, but its live names are held, and its name brings them back`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        try store.edit([tenant.name], as: operation) { draft in draft.tenants[tenant.name] = nil }
        #expect(throws: StoreError.self) { try store.tenant(named: tenant.name) }
        #expect(try store.snapshot().tenants.isEmpty)
        let other = #expect(throws: StoreError.self) {
            try fixture.makeTenant("other", domains: ["go.shop.example"], in: store)
        }
        #expect(other?.description.contains("held for 30 days") == true)
        try fixture.makeTenant("shop", in: store)
        #expect(try store.tenant(named: tenant.name).tenant == tenant)
    }

    @Test func `a tenant without live names is gone for good`() throws {
        let tenant = try sampleTenant("shop", domains: [])
        try store.edit([tenant.name], as: operation) { draft in draft.tenants[tenant.name] = tenant }
        try store.edit([tenant.name], as: operation) { draft in draft.tenants[tenant.name] = nil }
        #expect(try fixture.database.psql("SELECT count(*) FROM fleet.tenants") == "0")
    }

    @Test func `a name of another tenant is a conflict that names it and not its tenant`() throws {
        try fixture.makeTenant("rival", domains: ["*.acme.example"], in: store)
        let error = #expect(throws: StoreError.self) {
            try fixture.makeTenant("shop", domains: ["go.acme.example"], in: store)
        }
        #expect(
            error?.description
                == "the name go.acme.example cannot be live: *.acme.example, which claims it, belongs to another tenant"
        )
    }

    @Test func `two tenants made at once under one name: one is told that it exists`() throws {
        try fixture.makeTenant("shop", in: store)
        let tenant = try sampleTenant("shop")
        let error = #expect(throws: StoreError.self) {
            try store.edit([], as: operation) { draft in draft.tenants[tenant.name] = tenant }
        }
        #expect(error?.description == "the tenant shop exists already")
    }

    @Test func `an edit by hand marks the tenant stale until it is published, TRUNCATE too`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        try fixture.database.psql("UPDATE fleet.routes SET pattern = '/thing/{id}'")
        #expect(try store.tenant(named: tenant.name).isStale)
        try store.publish([tenant.name], as: Operation(actor: "ana", action: "association publish"))
        #expect(try !store.tenant(named: tenant.name).isStale)
        #expect(try store.history(of: DomainName("go.shop.example")).map(\.number) == [2, 1])
        try fixture.database.psql("TRUNCATE fleet.route_apps")
        #expect(try store.tenant(named: tenant.name).isStale)
    }

    @Test func `a poisoned search path and a stranger's tables of our names change nothing (case 122)`() throws {
        try fixture.database.psql(
            """
            CREATE SCHEMA stranger;
            CREATE TABLE stranger.tenants (id integer);
            CREATE FUNCTION stranger.now() RETURNS timestamptz LANGUAGE sql AS 'SELECT NULL::timestamptz';
            ALTER DATABASE \(fixture.database.name) SET search_path = stranger, pg_catalog
            """)
        let store = try fixture.store()
        let tenant = try fixture.makeTenant("shop", in: store)
        #expect(try store.tenant(named: tenant.name).tenant == tenant)
        try store.edit([tenant.name], as: operation) { $0.tenants[tenant.name] = nil }
        #expect(try fixture.database.psql("SELECT state FROM fleet.domains") == "released")
    }

    @Test func `a row that no rule allows is named, and other tenants are read`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        try fixture.makeTenant("kitchen", in: store)
        try fixture.database.psql("UPDATE fleet.routes SET pattern = '/{' WHERE tenant_id = 1")
        let error = #expect(throws: StoreError.self) { try store.tenant(named: tenant.name) }
        #expect(error?.description.contains("fleet.routes, id 1, pattern") == true)
        #expect(try store.snapshot().tenants.compactMap(\.snapshot).map(\.tenant.name.text) == ["kitchen"])
    }
}
