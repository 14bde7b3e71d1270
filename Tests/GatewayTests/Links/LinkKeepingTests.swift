import DeepLinks
import FleetStore
import HTTPServer
import Platform
import TestSupport
import Testing

@testable import Gateway

/// What a loop keeps of links, and what it asks for.
@Suite final class LinkKeepingTests {
    private let links = GatedLinks()
    private let fleet = ServedFleet(loops: 1)
    private let served: ServedLinks
    private let server: HTTPServer

    convenience init() throws { try self.init(unknownLookups: 1_000_000) }

    private init(unknownLookups: Int, patientLookups: Int = 256) throws {
        var limits = LinkLimits()
        limits.missing = .seconds(3600)
        limits.unknownLookups = unknownLookups
        limits.patientLookups = patientLookups
        served = ServedLinks(loops: 1, limits: limits)
        var configuration = ServerConfiguration(name: "test", addresses: [.loopback()])
        configuration.loops = 1
        configuration.deadlines.deferredReply = .seconds(60)
        server = try HTTPServer(configuration) { [fleet, links, served] context in
            GatewayHandler(
                fleet: fleet, links: served, source: links, challenges: ServedChallenges(), context: context)
        }
        served.whenChanged { [server] in server.wake() }
        try publish { _ in }
        try server.start()
    }

    /// Serves the sample fleet with changes.
    private func publish(_ change: (inout Tenant) throws -> Void) throws {
        let compiler = TenantCompiler(numbers: fleet.numbers)
        var tenants: [TenantName: [ServedDomain]] = [:]
        for var tenant in try GatewayFixture.fleet().tenants {
            try change(&tenant)
            tenants[tenant.name] = try compiler.compile(tenant) { _ throws(GatewayError) in
                TenantCompiler.Documents(aasa: nil, assetlinks: nil)
            }
        }
        fleet.replaceAll(tenants)
    }

    deinit {
        server.beginDrain(delay: .zero, limit: .zero)
        server.wait()
    }

    private func request(_ path: String) -> String { "GET \(path) HTTP/1.1\r\nHost: go.shop.example\r\n\r\n" }

    private func found(_ destination: String) throws -> LookupAnswer {
        .found(StoredLink(id: LinkID(rawValue: 41), destination: try LinkDestination(destination)))
    }

    /// Asks, lets the look-up be answered, and gives the Location or the status.
    private func ask(_ path: String, _ answer: LookupAnswer, lookups: Int) throws -> String? {
        let client = try TestClient(to: server.boundAddresses[0])
        client.send(request(path))
        try #require(comesTrue { links.asked.count == lookups })
        links.answer(answer)
        let response = client.receiveResponse()
        return response.fields["location"] ?? "\(response.status)"
    }

    /// Asks for what is kept.
    private func ask(_ path: String) throws -> String? {
        let client = try TestClient(to: server.boundAddresses[0])
        client.send(request(path))
        let response = client.receiveResponse()
        return response.fields["location"] ?? "\(response.status)"
    }

    @Test func `a link is looked up once, and served from memory with each request's own query`() throws {
        #expect(try ask("/c/a", try found("https://x.example/a?b=1"), lookups: 1) == "https://x.example/a?b=1")
        #expect(try ask("/c/a?x=2") == "https://x.example/a?b=1&x=2")
        #expect(try ask("/c/%61?b=3") == "https://x.example/a?b=1")
        #expect(links.asked.count == 1)
        #expect(served[.hits] == 2 && served[.lookups] == 1)
    }

    @Test func `a link to a path is served from memory, through the routes`() throws {
        #expect(try ask("/c/p", try found("/items/7"), lookups: 1) == "https://www.shop.example/i/7?ref=7")
        #expect(try ask("/c/p?x=1") == "https://www.shop.example/i/7?ref=7&x=1")
        #expect(links.asked.count == 1)
    }

    // Case 57: a row may be older than a rule.
    @Test func `rules that change hold for links that are kept, and for the ways of platforms`() throws {
        func allow(_ hosts: String...) throws {
            try publish { $0.destinationRules.httpHosts = try hosts.map { try DestinationHost($0) } }
        }
        try allow("x.example")
        #expect(try ask("/c/a", try found("http://x.example/a"), lookups: 1) == "http://x.example/a")
        #expect(try ask("/c/a") == "http://x.example/a")
        #expect(try ask("/c/a") == "http://x.example/a")
        try allow()
        #expect(comesTrue { (try? ask("/c/a")) == "404" })
        #expect(try ask("/c/a") == "404")
        try allow("x.example")
        #expect(comesTrue { (try? ask("/c/a")) == "http://x.example/a" })
        let details = LinkDetails(platforms: [.other: try LinkDestination("http://y.example/other")])
        let link = StoredLink(
            id: LinkID(rawValue: 42), destination: try LinkDestination("http://x.example/b"), details: details)
        // The client says nothing of itself, so its platform is `other`; of that, only x.example may be led to.
        #expect(try ask("/c/b", .found(link), lookups: 2) == "404")
        #expect(try ask("/c/b") == "404")
        try allow("y.example")
        #expect(comesTrue { (try? ask("/c/b")) == "http://y.example/other" })
        #expect(links.asked.count == 2)
    }

    @Test func `a link into an app is served while an app of the tenant has the scheme`() throws {
        #expect(try ask("/c/a", try found("acme://items/7"), lookups: 1) == "404")
        #expect(try ask("/c/a") == "404")
        try publish { if !$0.apps.isEmpty { $0.apps[0].scheme = URLScheme("acme") } }
        #expect(comesTrue { (try? ask("/c/a")) == "200" })
        #expect(links.asked.count == 1)
    }

    @Test func `a link that is not there is kept in mind until it is made`() throws {
        #expect(try ask("/c/a", .missing, lookups: 1) == "404")
        #expect(try ask("/c/a") == "404")
        #expect(links.asked.count == 1 && served[.missingHits] == 1)
        served.change([.link(links.asked[0])])
        #expect(try ask("/c/a", try found("https://x.example/"), lookups: 2) == "https://x.example/")
    }

    @Test func `what cannot be known is asked again`() throws {
        #expect(try ask("/c/a", .unavailable, lookups: 1) == "503")
        #expect(try ask("/c/a", try found("https://x.example/"), lookups: 2) == "https://x.example/")
    }

    private static let changes: [@Sendable (LinkQuery) -> ChangedLinks] = [
        { .link($0) }, { .domain($0.domain) }, { _ in .all },
    ]

    @Test(arguments: changes.indices)
    func `a change of the link, its domain or all makes it be looked up again`(change: Int) throws {
        #expect(try ask("/c/a", try found("https://x.example/1"), lookups: 1) == "https://x.example/1")
        served.change([Self.changes[change](links.asked[0])])
        #expect(try ask("/c/a", try found("https://x.example/2"), lookups: 2) == "https://x.example/2")
        #expect(try ask("/c/a") == "https://x.example/2")
    }

    @Test(arguments: changes.indices)
    func `a look-up that began before a change is answered, not kept, and not joined`(change: Int) throws {
        let (early, late) = (
            try TestClient(to: server.boundAddresses[0]), try TestClient(to: server.boundAddresses[0])
        )
        early.send(request("/c/a"))
        try #require(comesTrue { links.asked.count == 1 })
        served.change([Self.changes[change](links.asked[0])])
        // The gate: the answer that was read before the change comes after it, and only then the newer one.
        late.send(request("/c/a"))
        try #require(comesTrue { links.asked.count == 2 })
        let answers = links.takeWaiting()
        answers[0](try found("https://x.example/old"))
        #expect(early.receiveResponse().fields["location"] == "https://x.example/old")
        answers[1](try found("https://x.example/new"))
        #expect(late.receiveResponse().fields["location"] == "https://x.example/new")
        #expect(try ask("/c/a") == "https://x.example/new")
        #expect(links.asked.count == 2 && served[.outdated] == 1)
    }

    @Test func `a change of another link leaves a look-up alone`() throws {
        let client = try TestClient(to: server.boundAddresses[0])
        client.send(request("/c/a"))
        try #require(comesTrue { links.asked.count == 1 })
        var other = links.asked[0]
        other.slug = "b"
        served.change([.link(other)])
        links.answer(try found("https://x.example/"))
        #expect(client.receiveResponse().status == 302)
        #expect(try ask("/c/a") == "https://x.example/")
        #expect(links.asked.count == 1)
    }

    @Test func `equal requests wait for one look-up`() throws {
        let clients = try (0..<20).map { _ in try TestClient(to: server.boundAddresses[0]) }
        for (number, client) in clients.enumerated() { client.send(request("/c/a?n=\(number)")) }
        try #require(comesTrue { served[.joined] == 19 })
        links.answer(try found("https://x.example/"))
        for (number, client) in clients.enumerated() {
            #expect(client.receiveResponse().fields["location"] == "https://x.example/?n=\(number)")
        }
        #expect(links.asked.count == 1)
    }

    @Test
    func `beyond the limit on look-ups of unknown links a tenant has patient ones, and 503 when too many wait`() throws
    {
        let test = try LinkKeepingTests(unknownLookups: 1, patientLookups: 8)
        try test.floods()
    }

    private func floods() throws {
        #expect(try ask("/c/known", try found("https://x.example/"), lookups: 1) == "https://x.example/")
        let clients = try (0..<60).map { _ in try TestClient(to: server.boundAddresses[0]) }
        for (number, client) in clients.enumerated() { client.send(request("/c/random\(number)")) }
        // A second refills one, so that not all can be looked up in any time this may take.
        try #require(comesTrue { served[.refused] + served[.lookups] == 61 })
        #expect(served[.refused] >= 1 && served[.patient] == 8)
        #expect(links.lanes.count { $0 == .patient } == 8)
        #expect(try ask("/c/known") == "https://x.example/")
        let other = try TestClient(to: server.boundAddresses[0])
        other.send("GET /c/one HTTP/1.1\r\nHost: a.wild.example\r\n\r\n")
        try #require(comesTrue { links.asked.contains { $0.slug == "one" } })
        links.answer(.missing)
        #expect(other.receiveResponse().status == 404)
        #expect(Set(clients.map { $0.receiveResponse().status }) == [404, 503])
        // What waited has its answer: a link that is not kept is found in the flood.
        let late = try found("https://x.example/late")
        #expect(try ask("/c/late", late, lookups: links.asked.count + 1) == "https://x.example/late")
    }

    @Test func `a link is kept although whoever asked for it has gone`() throws {
        try TestClient(to: server.boundAddresses[0]).send(request("/c/a"))
        try #require(comesTrue { links.asked.count == 1 })
        try #require(comesTrue { server.statistics.openConnections == 0 })
        links.answer(try found("https://x.example/"))
        #expect(try ask("/c/a") == "https://x.example/")
        #expect(links.asked.count == 1)
    }
}
