import DeepLinks
import TestSupport
import Testing

@testable import FleetStore

/// Names become live by a proof, and are let go (case 95).
@Suite struct OwnershipTests {
    let fixture: StoreFixture
    let store: FleetStore
    let name: DomainName
    let operation = Operation(actor: "ana", action: "domain verify")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        name = try DomainName("go.acme.example")
    }

    private func makePending(_ tenant: String) throws -> DomainProof {
        try fixture.makeTenant(tenant, domains: [], in: store)
        try store.edit(tenant: #require(TenantName(tenant)), as: operation) { $0.domains = [Domain(name: name)] }
        return try #require(store.proofs(of: name).first { $0.tenant.text == tenant })
    }

    @Test func `each tenant that wants a name gets a token of its own`() throws {
        let proofs = [try makePending("first"), try makePending("second")]
        #expect(proofs[0].token != proofs[1].token)
        #expect(proofs[0].token.utf8.count == 32)
        #expect(try store.proofs(of: name) == proofs)
        #expect(proofs[0].recordLine == "_postern.go.acme.example. TXT \"postern-verification=\(proofs[0].token)\"")
        #expect(proofs[0].filePath == "/.well-known/postern-verification.txt")
        let wildcard = DomainProof(
            domain: try DomainName("*.acme.example"), tenant: proofs[0].tenant, token: "x", checks: 0)
        #expect(wildcard.recordName == "_postern.acme.example")
        #expect(wildcard.filePath == nil)
    }

    @Test func `a proved name is live, which the audit log tells, and the other tenant cannot have it any more`() throws
    {
        let (first, second) = (try makePending("first"), try makePending("second"))
        #expect(try store.confirm(first, by: .dns, as: operation))
        #expect(try store.tenant(named: first.tenant).tenant.domains.map(\.state) == [.live])
        #expect(try store.tenant(named: first.tenant).documents[name]?.aasa != nil)
        let event = try #require(store.audit(tenant: first.tenant, limit: 1).first)
        #expect(event.action == "domain verify by dns")
        #expect(event.after?.contains(#""live": ["go.acme.example"]"#) == true)
        let error = #expect(throws: StoreError.self) { try store.confirm(second, by: .file, as: operation) }
        #expect(error?.description == "the name go.acme.example cannot be live: it belongs to another tenant")
        // Once more changes nothing.
        #expect(try !store.confirm(first, by: .dns, as: operation))
        #expect(try store.proofs(of: name).map(\.tenant) == [first.tenant, second.tenant])
    }

    @Test func `a proof of a name that was removed meanwhile makes nothing live`() throws {
        let proof = try makePending("first")
        try store.edit(tenant: proof.tenant, as: operation) { $0.domains = [] }
        #expect(throws: StoreError.self) { try store.confirm(proof, by: .dns, as: operation) }
        // Added again, it has another token.
        try store.edit(tenant: proof.tenant, as: operation) { $0.domains = [Domain(name: name)] }
        #expect(throws: StoreError.self) { try store.confirm(proof, by: .dns, as: operation) }
        #expect(try store.tenant(named: proof.tenant).tenant.domains.map(\.state) == [.pending])
    }

    @Test func `pending names are taken when they are due, each once, and what was missing is noted`() throws {
        let proof = try makePending("first")
        try fixture.makeTenant("live", in: store)
        #expect(try store.takeProofs(10).map(\.domain) == [name])
        #expect(try store.takeProofs(10).isEmpty)
        try store.note("no record", about: proof)
        let noted = try #require(store.proofs(of: name).first)
        #expect(noted.problem == "no record")
        #expect(noted.checks == 1)
        #expect(noted.checked != nil)
        // After a minute, then two, four, and so on up to a day.
        for minutes in [1, 2, 4, 8] {
            let wait = try fixture.database.psql(
                "SELECT round(extract(epoch FROM due_at - checked_at) / 60) FROM fleet.domain_proofs WHERE checks > 0")
            #expect(wait == "\(minutes)")
            try fixture.database.psql("UPDATE fleet.domain_proofs SET due_at = now() WHERE checks > 0")
            #expect(try store.takeProofs(10).count == 1)
        }
        try fixture.database.psql("UPDATE fleet.domain_proofs SET due_at = now(), checks = 5000 WHERE checks > 0")
        #expect(try store.takeProofs(10).count == 1)
    }

    @Test func `a taken name leaves its tenant's version alone`() throws {
        let proof = try makePending("first")
        let version = try store.tenant(named: proof.tenant).version
        _ = try store.takeProofs(10)
        try store.note("no record", about: proof)
        #expect(try store.tenant(named: proof.tenant).version == version)
    }

    @Test func `a name that is given up is held until the operator lets it go`() throws {
        let first = try fixture.makeTenant("first", domains: [name.text], in: store)
        try store.edit(tenant: first.name, as: operation) { $0.domains = [] }
        #expect(throws: StoreError.self) { try fixture.makeTenant("second", domains: [name.text], in: store) }
        let below = "x.\(name.text)"
        #expect(throws: StoreError.self) { try fixture.makeTenant("second", domains: [below], in: store) }
        try store.endHold(of: name, as: Operation(actor: "ana", action: "domain release"))
        let event = try #require(store.audit(tenant: first.name, limit: 1).first)
        #expect(event.action == "domain release")
        #expect(event.before == #"{"held": "go.acme.example"}"#)
        try fixture.makeTenant("second", domains: [name.text], in: store)
        #expect(throws: StoreError.self) {
            try store.endHold(of: name, as: Operation(actor: "ana", action: "domain release"))
        }
    }

    @Test func `a plan refuses names that other tenants hold`() throws {
        try fixture.makeTenant("first", domains: [name.text], in: store)
        for wanted in [name.text, "x.\(name.text)", "*.acme.example"] {
            let file = FleetFile(exporting: Fleet(tenants: [try sampleTenant("second", domains: [wanted])]))
            let error = #expect(throws: StoreError.self) { try store.plan(file) }
            #expect(error?.description.hasPrefix("the name \(wanted) cannot be live: ") == true)
        }
        let file = FleetFile(exporting: Fleet(tenants: [try sampleTenant("second")]))
        #expect(try store.plan(file).changes.map(\.name.text) == ["second"])
    }
}
