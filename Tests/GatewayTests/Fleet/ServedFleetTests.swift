import DeepLinks
import Testing

@testable import Gateway

/// Replacing what is served of tenants.
@Suite struct ServedFleetTests {
    private let fixture: TableFixture
    private let fleet = ServedFleet(loops: 1)
    private let names: [TenantName]

    init() throws {
        fixture = try TableFixture()
        names = try ["one", "two"].map { try TenantName($0).orThrow() }
    }

    private func domain(_ host: String, of tenant: TenantName, _ number: UInt32) throws -> ServedDomain {
        let domain = try fixture.domain(DomainKey(host: host, scope: .exact), number)
        return ServedDomain(
            key: domain.key, domainName: domain.domainName, tenantName: tenant, tenant: 0, domain: number,
            name: domain.name, program: domain.program, aasa: nil, assetlinks: nil,
            isAssociationOnly: false, source: .made(fixture.details))
    }

    @Test func `a tenant's names are replaced, another's stay`() throws {
        fleet.replace([names[0]: [try domain("a.example", of: names[0], 1), try domain("b.example", of: names[0], 2)]])
        fleet.replace([names[1]: [try domain("c.example", of: names[1], 3)]])
        fleet.replace([names[0]: [try domain("b.example", of: names[0], 4)]])
        #expect(fleet.domain(for: "a.example") == nil)
        #expect(fleet.domain(for: "b.example")?.domain == 4)
        #expect(fleet.domain(for: "c.example")?.domain == 3)
        fleet.replaceAll([names[1]: []])
        #expect(fleet.table.count == 0)
    }

    @Test func `a name that goes to another tenant stays there, whichever comes first`() throws {
        let old = [names[0]: [try domain("a.example", of: names[0], 1)]]
        let new = [names[1]: [try domain("a.example", of: names[1], 2)]]
        fleet.replace(old)
        fleet.replace([names[0]: [], names[1]: new[names[1]] ?? []])
        #expect(fleet.domain(for: "a.example")?.domain == 2)
        fleet.replaceAll(old)
        #expect(fleet.domain(for: "a.example")?.domain == 1)
        fleet.replace(new)
        fleet.replace([names[0]: []])
        #expect(fleet.domain(for: "a.example")?.domain == 2)
    }
}
