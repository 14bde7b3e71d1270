import DeepLinks
import JSONText
import Testing

/// Redirects of the fleet's own hosts that lead in a circle are refused when they are written (case 72).
@Suite struct RedirectLoopTests {
    private func rules(_ shop: String, _ other: String = "") throws -> [String] {
        let text = """
            { version: 1, tenants: [
              { name: 'shop', web: 'https://www.shop.example/', domains: [
                  { host: 'go.shop.example', attested: true }, { host: '*.t.shop.example', attested: true }], \(shop) },
              \(other)
            ] }
            """
        do throws(FleetFileError) {
            _ = try FleetDocument(reading: Array(text.utf8)).fleet()
            return []
        } catch {
            return error.refusals.map(\.description)
        }
    }

    private static let campaign = "{ name: 'c', pattern: '/c/{slug}', links: true }"

    @Test(arguments: [
        // A link to itself, in another spelling of the host.
        ["{ url: 'https://go.shop.example/c/a', to: 'https://GO.shop.example./c/a#top' }"],
        // Two links to each other.
        [
            "{ url: 'https://go.shop.example/c/a', to: 'https://go.shop.example/c/b' }",
            "{ url: 'https://go.shop.example/c/b', to: 'https://go.shop.example:443/c/a' }",
        ],
        // Below a wildcard, where links decide that have no other address.
        ["{ url: 'https://*.t.shop.example/c/a', to: 'https://x.t.shop.example/c/a' }"],
        [
            "{ url: 'https://*.t.shop.example/c/a', to: 'https://x.t.shop.example/c/b' }",
            "{ url: 'https://*.t.shop.example/c/b', to: 'https://y.t.shop.example/c/a' }",
        ],
    ])
    func `links that lead in a circle are refused`(links: [String]) throws {
        let rules = try rules("routes: [\(Self.campaign)], links: [\(links.joined(separator: ", "))]")
        #expect(rules.count == links.count)
        #expect(rules.allSatisfy { $0.contains("it leads in a circle: https://") }, "\(rules)")
    }

    @Test(arguments: [
        // Over the time of the first link the second leads back to it.
        [
            "{ url: 'https://go.shop.example/c/a', to: 'https://www.shop.example/', expires: '2030-01-01T00:00:00Z',"
                + " afterwards: 'https://go.shop.example/c/b' }",
            "{ url: 'https://go.shop.example/c/b', to: 'https://go.shop.example/c/a', expires: '2031-01-01T00:00:00Z' }",
        ],
        // By the way of one platform.
        [
            "{ url: 'https://go.shop.example/c/a', to: 'https://www.shop.example/',"
                + " platforms: { ios: 'https://go.shop.example/c/b' } }",
            "{ url: 'https://go.shop.example/c/b', to: 'https://go.shop.example/c/a' }",
        ],
    ])
    func `what follows a link and what platforms get is walked too`(links: [String]) throws {
        let rules = try rules("routes: [\(Self.campaign)], links: [\(links.joined(separator: ", "))]")
        #expect(rules.count == 2)
        #expect(rules.allSatisfy { $0.contains("it leads in a circle: https://") }, "\(rules)")
    }

    @Test func `a link that is over before another leads on to it is no circle`() throws {
        let links = [
            "{ url: 'https://go.shop.example/c/a', to: 'https://www.shop.example/', expires: '2030-01-01T00:00:00Z',"
                + " afterwards: 'https://go.shop.example/c/b' }",
            "{ url: 'https://go.shop.example/c/b', to: 'https://go.shop.example/c/a', expires: '2029-01-01T00:00:00Z' }",
        ]
        #expect(try rules("routes: [\(Self.campaign)], links: [\(links.joined(separator: ", "))]") == [])
    }

    @Test func `a link to another of the tenant's links that leads out is no circle`() throws {
        let links = [
            "{ url: 'https://go.shop.example/c/a', to: 'https://go.shop.example/c/b' }",
            "{ url: 'https://go.shop.example/c/b', to: 'https://www.shop.example/' }",
            "{ url: 'https://go.shop.example/c/d', to: 'https://go.shop.example/c/unknown' }",
            // A name below a wildcard may be a website elsewhere.
            "{ url: 'https://*.t.shop.example/c/a', to: 'https://www.t.shop.example/c/unknown' }",
            "{ url: 'https://*.t.shop.example/c/b', to: 'https://www.t.shop.example/welcome' }",
        ]
        #expect(try rules("routes: [\(Self.campaign)], links: [\(links.joined(separator: ", "))]") == [])
    }

    @Test(arguments: [
        "routes: [{ name: 'a', pattern: '/a/{id}', web: 'https://go.shop.example/a/{id}' }]",
        "routes: [{ name: 'a', pattern: '/a/{id}', web: 'https://go.shop.example/b/{id}' },"
            + " { name: 'b', pattern: '/b/{n}', web: 'https://go.shop.example/a/{n}' }]",
        "web: 'https://go.shop.example/{path}', routes: []",
        "routes: [{ name: 'a', pattern: '/a', web: 'https://www.shop.example/',"
            + " platforms: { android: 'https://go.shop.example/b' } },"
            + " { name: 'b', pattern: '/b', web: 'https://go.shop.example/a' }]",
    ])
    func `routes and fallbacks that lead in a circle are refused`(settings: String) throws {
        let rules = try rules(settings.replacing("web: 'https://go.shop.example/{path}', ", with: ""))
        if settings.hasPrefix("web:") {
            let text = """
                { version: 1, tenants: [{ name: 'shop', web: 'https://go.shop.example/{path}',
                  domains: [{ host: 'go.shop.example', attested: true }] }] }
                """
            let error = try #require(throws: FleetFileError.self) {
                try FleetDocument(reading: Array(text.utf8)).fleet()
            }
            #expect(error.description.contains("it leads in a circle: https://go.shop.example/"), "\(error)")
        } else {
            #expect(rules.first?.contains("it leads in a circle: https://go.shop.example/") == true, "\(rules)")
        }
    }

    @Test func `a route that grows its own path is refused for its many redirects`() throws {
        let rules = try rules(
            "routes: [{ name: 'a', pattern: '/a/{rest*}', web: 'https://go.shop.example/a/b/{rest}' }]")
        #expect(rules.count == 1)
        #expect(rules.first?.contains("more than 10 redirects") == true)
    }

    @Test func `a circle over the hosts of two tenants is refused`() throws {
        let rules = try rules(
            "routes: [{ name: 'a', pattern: '/a/{id}', web: 'https://go.other.example/b/{id}' }]",
            "{ name: 'other', web: 'https://www.other.example/', domains: [{ host: 'go.other.example', attested: true }],"
                + " routes: [{ name: 'b', pattern: '/b/{id}', web: 'https://go.shop.example/a/{id}' }] }")
        #expect(!rules.isEmpty)
        #expect(rules.allSatisfy { $0.contains("it leads in a circle") })
    }
}
