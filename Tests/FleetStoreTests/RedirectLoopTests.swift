import DeepLinks
import TestSupport
import Testing

@testable import FleetStore

/// Writes that close a circle of redirects are refused, whatever they write (case 72); those that open one are not.
@Suite struct RedirectLoopTests {
    let fixture: StoreFixture
    let store: FleetStore
    let operation = Operation(actor: "ana", action: "test")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    private func fleet(_ tenant: String) throws -> FleetFile {
        let text = """
            { version: 1, tenants: [{ name: 'shop', web: 'https://www.shop.example/', domains: [
              { host: 'go.shop.example', attested: true }, { host: 'new.shop.example', attested: true },
              { host: '*.t.shop.example', attested: true }],
              routes: [{ name: 'c', pattern: '/c/{slug}', links: true },
                { name: 'p', pattern: '/p/{id}', web: 'https://www.shop.example/p/{id}' }], \(tenant) }] }
            """
        return try FleetDocument(reading: Array(text.utf8)).file
    }

    private func edit(_ change: (inout Tenant) throws -> Void) throws {
        let name = try #require(TenantName("shop"))
        var tenant = try store.tenant(named: name).tenant
        try change(&tenant)
        try store.edit(tenant: name, as: operation) { $0 = tenant }
    }

    @Test(arguments: [
        "links: [{ url: 'https://go.shop.example/c/a', to: 'https://go.shop.example/c/none' }]",
        "links: [{ url: 'https://go.shop.example/c/a', to: 'https://go.shop.example/c/b' },"
            + " { url: 'https://go.shop.example/c/b', to: 'https://www.shop.example/' }]",
    ])
    func `an exported fleet is restored into an empty database`(links: String) throws {
        let file = try fleet(links)
        let plan = try store.plan(file)
        #expect(plan.changes.count == 1)
        try store.apply(file, expecting: plan.token, as: operation)
        let exported = FleetFile(exporting: try store.fleet(withLinks: true), includesLinks: true)
        let other = try StoreFixture().store()
        try other.apply(exported, as: operation)
        #expect(FleetFile(exporting: try other.fleet(withLinks: true), includesLinks: true) == exported)
    }

    @Test func `a fleet with a canonical host is restored into an empty database`() throws {
        var file = try fleet("links: []")
        var domains = try #require(file.tenants[0].domains)
        let index = try #require(domains.firstIndex { $0.name.text == "new.shop.example" })
        domains[index].canonical = try HostName("go.shop.example")
        file.tenants[0].domains = domains
        try store.apply(file, as: operation)
        #expect(try store.plan(file).changes.isEmpty)
    }

    /// What closes a circle that stored links are part of.
    enum Closing: String, CaseIterable {
        case route, fallback, canonical, platform

        func close(_ tenant: inout Tenant) throws {
            let route = try #require(tenant.routes.firstIndex { $0.name.text == "p" })
            let domain = try #require(tenant.domains.firstIndex { $0.name.text == "new.shop.example" })
            switch self {
            case .route:
                tenant.routes[route].destination = .web(try URLTemplate("https://go.shop.example/c/{id}"))
            case .platform:
                let template = try URLTemplate("https://go.shop.example/c/{id}")
                tenant.routes[route].platforms.byPlatform[.ios] = .template(template)
            case .fallback:
                tenant.domains[domain].fallback = .web(try URLTemplate("https://go.shop.example/c/fresh"))
            case .canonical:
                tenant.domains[domain].canonical = try HostName("go.shop.example")
            }
        }
    }

    @Test(arguments: Closing.allCases)
    func `a write that closes a circle through stored links is refused`(closing: Closing) throws {
        try store.apply(
            fleet(
                """
                links: [{ url: 'https://go.shop.example/c/777', to: 'https://go.shop.example/p/777' },
                  { url: 'https://go.shop.example/c/path', to: '/p/path' },
                  { url: 'https://go.shop.example/c/fresh', to: 'https://www.shop.example/',
                    platforms: { android: 'https://NEW.shop.example/zz' } },
                  { url: 'https://go.shop.example/c/same', to: 'https://new.shop.example/c/same' },
                  { url: 'https://go.shop.example/c/out', to: 'https://www.shop.example/' }]
                """), as: operation)
        let error = try #require(throws: StoreError.self) { try edit(closing.close) }
        guard case .refused(let refusals) = error else {
            Issue.record("\(error)")
            return
        }
        #expect(!refusals.refusals.isEmpty)
        #expect(refusals.description.contains("it leads in a circle: https://"), "\(refusals)")
        // Without the links it is no circle.
        try store.apply(fleet("links: []"), as: operation)
        try edit(closing.close)
    }

    @Test func `a file that takes away the link that closes a circle is taken`() throws {
        try store.apply(
            fleet("links: [{ url: 'https://go.shop.example/c/a', to: 'https://www.shop.example/' }]"), as: operation)
        let file = try fleet("links: [{ url: 'https://go.shop.example/c/b', to: 'https://go.shop.example/c/a' }]")
        try store.apply(file, as: operation)
        let next = try fleet("links: [{ url: 'https://go.shop.example/c/a', to: 'https://go.shop.example/c/b' }]")
        #expect(try store.plan(next).changes.count == 1)
        try store.apply(next, as: operation)
    }

    @Test func `a wildcard's links are followed to its names, and what may be elsewhere is not`() throws {
        try store.apply(fleet("links: []"), as: operation)
        let name = try #require(TenantName("shop"))
        let link = { (slug: String, to: String) in
            Link(
                key: LinkKey(
                    domain: try DomainName("*.t.shop.example"), route: try #require(RouteName("c")), slug: slug),
                destination: .url(try WebURL(to)))
        }
        let first = try link("a", "https://x.t.shop.example/c/b")
        try store.editLinks(of: name, as: operation) { _ in LinkChange(added: [first]) }
        let second = try link("b", "https://y.t.shop.example/c/a")
        #expect(throws: StoreError.self) {
            try store.editLinks(of: name, as: operation) { _ in LinkChange(added: [second]) }
        }
        let other = try link("b", "https://www.t.shop.example/p/1")
        try store.editLinks(of: name, as: operation) { _ in LinkChange(added: [other]) }
    }
}
