import DeepLinks
import Testing

@testable import Gateway

/// What of a tenant is served, and what is shared.
@Suite struct TenantCompilerTests {
    private func compile(_ name: String, _ change: (inout Tenant) -> Void = { _ in }) throws -> [ServedDomain] {
        var tenant = try #require(try GatewayFixture.fleet().tenants.first { $0.name.text == name })
        change(&tenant)
        return try TenantCompiler(numbers: RecordNumbers()).compile(tenant) { domain throws(GatewayError) in
            TenantCompiler.Documents(
                aasa: Array("{\"of\":\"\(domain.isCaseSensitive)\"}".utf8), assetlinks: Array("[]".utf8))
        }
    }

    private func texts(_ served: [ServedDomain]) -> Set<String> {
        Set(served.map { "\($0.key.host) \($0.key.scope) \($0.domainName)\($0.isAssociationOnly ? " files" : "")" })
    }

    @Test func `a pending domain is not served`() throws {
        #expect(
            texts(try compile("shop")) == [
                "go.shop.example exact go.shop.example", "fold.shop.example exact fold.shop.example",
            ])
    }

    @Test func `a wildcard answers association paths at its parent, unless that is a domain itself`() throws {
        #expect(
            texts(try compile("wild")) == [
                "wild.example below *.wild.example", "wild.example exact *.wild.example files",
                "own.wild.example exact own.wild.example",
            ])
        #expect(
            texts(try compile("pair")) == ["pair.example below *.pair.example", "pair.example exact pair.example"])
        // A parent that is not served yet is none.
        let pending = try compile("pair") { tenant in
            for index in tenant.domains.indices where !tenant.domains[index].name.isWildcard {
                tenant.domains[index].state = .pending
            }
        }
        #expect(
            texts(pending) == ["pair.example below *.pair.example", "pair.example exact *.pair.example files"])
    }

    @Test func `equal route sets share a program, equal files their bytes`() throws {
        let served = try compile("shop") { tenant in
            tenant.domains.append(Domain(name: .exact(tenant.domains[1].name.base), state: .pending))
            if let name = try? DomainName("two.shop.example") {
                tenant.domains.append(Domain(name: name, state: .live))
            }
        }
        let domains = Dictionary(uniqueKeysWithValues: served.map { ($0.key.host, $0) })
        let one = try #require(domains["go.shop.example"])
        let two = try #require(domains["two.shop.example"])
        let fold = try #require(domains["fold.shop.example"])
        #expect(one.program === two.program && one.program !== fold.program)
        #expect(one.aasa === two.aasa && one.aasa !== fold.aasa)
        #expect(one.assetlinks === fold.assetlinks)
        #expect(one.tenant == two.tenant && one.domain != two.domain)
    }

    @Test func `numbers stay with their names`() throws {
        let numbers = RecordNumbers()
        let names = try ["b", "a", "c"].map { try #require(TenantName($0)) }
        let given = names.map { numbers.number(tenant: $0) }
        #expect(Set(given).count == 3 && !given.contains(0))
        #expect(names.map { numbers.number(tenant: $0) } == given)
        #expect(given.map { numbers.tenant($0) } == ["b", "a", "c"])
        #expect(numbers.tenant(0) == nil && numbers.tenant(99) == nil)
    }
}
