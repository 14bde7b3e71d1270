import DeepLinks
import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

@Suite struct NameTests {
    let fixture: StoreFixture
    let store: FleetStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    /// What one tenant has and another wants, and whether the other may have it.
    struct Case: CustomTestStringConvertible {
        var held: String
        var wanted: String
        var isFree: Bool
        var testDescription: String { "\(held) and \(wanted)" }
    }

    static let cases = [
        Case(held: "acme.example", wanted: "acme.example", isFree: false),
        Case(held: "*.acme.example", wanted: "*.acme.example", isFree: false),
        Case(held: "*.acme.example", wanted: "go.acme.example", isFree: false),
        Case(held: "*.acme.example", wanted: "a.b.acme.example", isFree: false),
        Case(held: "*.acme.example", wanted: "acme.example", isFree: false),
        Case(held: "*.acme.example", wanted: "*.go.acme.example", isFree: false),
        Case(held: "go.acme.example", wanted: "*.acme.example", isFree: false),
        Case(held: "acme.example", wanted: "*.acme.example", isFree: false),
        Case(held: "*.go.acme.example", wanted: "*.acme.example", isFree: false),
        Case(held: "*.go.acme.example", wanted: "acme.example", isFree: false),
        Case(held: "go.acme.example", wanted: "acme.example", isFree: false),
        // Case 95: a name below a live one is its owner's alone.
        Case(held: "go.acme.example", wanted: "sub.go.acme.example", isFree: false),
        Case(held: "go.acme.example", wanted: "go2.acme.example", isFree: true),
        Case(held: "go.acme.example", wanted: "*.go2.acme.example", isFree: true),
        Case(held: "*.acme.example", wanted: "xacme.example", isFree: true),
    ]

    @Test(arguments: cases)
    func `a live name and what it claims belong to one tenant`(_ name: Case) throws {
        try fixture.makeTenant("first", domains: [name.held], in: store)
        if name.isFree {
            try fixture.makeTenant("second", domains: [name.wanted], in: store)
        } else {
            let error = #expect(throws: StoreError.self) {
                try fixture.makeTenant("second", domains: [name.wanted], in: store)
            }
            #expect(error?.description.contains("belongs to another tenant") == true)
            #expect(error?.description.contains("first") == false)
        }
        try fixture.database.psql("SELECT 1")
    }

    @Test(arguments: cases.filter { !$0.isFree })
    func `a tenant may have both itself, and a released name is held as a live one`(_ name: Case) throws {
        if name.held != name.wanted {
            try fixture.makeTenant("both", domains: [name.held, name.wanted], in: store)
            let both = try #require(TenantName("both"))
            try store.edit(tenant: both, as: Operation(actor: "test", action: "domain remove")) { tenant in
                tenant.domains.removeAll { $0.name.text == name.wanted }
            }
        } else {
            try fixture.makeTenant("both", domains: [name.held], in: store)
        }
        let both = try #require(TenantName("both"))
        try store.edit([both], as: Operation(actor: "test", action: "tenant remove")) { $0.tenants[both] = nil }
        let error = #expect(throws: StoreError.self) {
            try fixture.makeTenant("second", domains: [name.wanted], in: store)
        }
        #expect(error?.description.contains("held for 30 days") == true)
        try fixture.database.psql("UPDATE fleet.domains SET released_until = now() WHERE state = 'released'")
        try fixture.makeTenant("second", domains: [name.wanted], in: store)
    }

    @Test func `a pending name reserves nothing; going live is where the conflict shows`() throws {
        try fixture.makeTenant("first", domains: ["go.acme.example"], in: store)
        var second = try sampleTenant("second", domains: ["go.acme.example"])
        second.domains[0].state = .pending
        second.domains[0].isAttested = false
        let made = second
        let operation = Operation(actor: "test", action: "domain add")
        try store.edit([], as: operation) { $0.tenants[made.name] = made }
        #expect(throws: StoreError.self) {
            try store.edit(tenant: made.name, as: operation) { $0.domains[0].state = .live }
        }
    }

    @Test func `a hold-down that has run out goes without a trace at the tenant that had the name`() throws {
        let first = try fixture.makeTenant("first", in: store)
        try fixture.makeTenant("second", in: store)
        let operation = Operation(actor: "test", action: "domain remove")
        try store.edit(tenant: first.name, as: operation) { $0.domains = [] }
        try fixture.database.psql("UPDATE fleet.domains SET released_until = now() WHERE state = 'released'")
        try store.publish([first.name], as: operation)
        let version = try store.tenant(named: first.name).version
        let name = try #require(TenantName("second"))
        try store.edit(tenant: name, as: operation) {
            $0.domains.append(Domain(name: first.domains[0].name, state: .live, isAttested: true))
        }
        let snapshot = try store.tenant(named: first.name)
        #expect(snapshot.version == version)
        #expect(!snapshot.isStale)
    }

    @Test func `a released name does not become pending while it is held; attested it is live again`() throws {
        let tenant = try fixture.makeTenant("shop", in: store)
        let operation = Operation(actor: "test", action: "domain add")
        try store.edit(tenant: tenant.name, as: operation) { $0.domains = [] }
        let name = tenant.domains[0].name
        let error = #expect(throws: StoreError.self) {
            try store.edit(tenant: tenant.name, as: operation) { $0.domains = [Domain(name: name)] }
        }
        #expect(error?.description.contains("domains[\"go.shop.example\"]") == true)
        #expect(error?.description.contains("attest it") == true)
        #expect(throws: StoreError.self) { try fixture.makeTenant("other", domains: [name.text], in: store) }
        try store.edit(tenant: tenant.name, as: operation) { $0.domains = tenant.domains }
        #expect(try store.tenant(named: tenant.name).tenant.domains == tenant.domains)
    }

    @Test func `a public suffix that the operator attested is read again, and one that became one since`() throws {
        var tenant = try sampleTenant("shop")
        tenant.domains = [
            Domain(name: try DomainName("github.io", isAttested: true), state: .live, isAttested: true)
        ]
        let made = tenant
        try store.edit([], as: Operation(actor: "test", action: "tenant add")) { $0.tenants[made.name] = made }
        #expect(try store.tenant(named: made.name).tenant == made)
        try fixture.database.psql("UPDATE fleet.domains SET name = '*.github.io', is_attested = false")
        #expect(try store.tenant(named: made.name).tenant.domains.map(\.name.text) == ["*.github.io"])
    }

    @Test func `ten parallel adds of one name: one has it (case 131)`() throws {
        for index in 0..<10 { try fixture.makeTenant("tenant-\(index)", domains: [], in: store) }
        let outcomes = LockedValue<[String?]>([])
        let threads = ThreadGroup()
        for index in 0..<10 {
            try threads.start(name: "claim") { [fixture] in
                var outcome: String?
                do {
                    let store = try fixture.store()
                    // Names in another spelling are one name: reading them gives the canonical one.
                    let name = try DomainName(index.isMultiple(of: 2) ? "DOMAIN1.example" : "domain1.example.")
                    let tenant = try #require(TenantName("tenant-\(index)"))
                    try store.edit(tenant: tenant, as: Operation(actor: "test", action: "domain add")) {
                        $0.domains.append(Domain(name: name, state: .live, isAttested: true))
                    }
                } catch {
                    outcome = "\(error)"
                }
                outcomes.withLock { $0.append(outcome) }
            }
        }
        threads.join()
        let all = outcomes.withLock { $0 }
        #expect(all.filter { $0 == nil }.count == 1)
        #expect(
            all.compactMap { $0 }.allSatisfy {
                $0 == "the name domain1.example cannot be live: it belongs to another tenant"
            }, "\(all)")
    }

    @Test(arguments: [
        "A.example", "a.example.", "bücher.example", "1.2.3.4", "localhost", "*.com", "a..example", "-a.example",
        "a.*.example", "",
    ])
    func `the database itself refuses a name in another form`(_ name: String) throws {
        try fixture.makeTenant("shop", domains: [], in: store)
        #expect(throws: (any Error).self) {
            try fixture.database.psql("INSERT INTO fleet.domains (tenant_id, name) VALUES (1, '\(name)')")
        }
    }
}
