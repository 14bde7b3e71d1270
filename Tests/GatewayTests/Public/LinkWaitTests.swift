import DeepLinks
import FleetStore
import HTTPServer
import Platform
import TestSupport
import Testing

@testable import Gateway

/// Replies that wait for a link.
@Suite final class LinkWaitTests {
    private let links = GatedLinks()
    private let fleet = ServedFleet(loops: 1)
    private let served = ServedLinks(loops: 1)
    private let server: HTTPServer
    private let shop: Tenant

    init() throws {
        shop = try #require(try GatewayFixture.fleet().tenants.first { $0.name.text == "shop" })
        var configuration = ServerConfiguration(name: "test", addresses: [.loopback()])
        configuration.loops = 1
        configuration.deadlines.deferredReply = .seconds(60)
        server = try HTTPServer(configuration) { [fleet, links, served] context in
            GatewayHandler(
                fleet: fleet, links: served, source: links, challenges: ServedChallenges(), context: context)
        }
        fleet.whenPublished { [server] in server.wake() }
        try serve(shop)
        try server.start()
    }

    deinit {
        server.beginDrain(delay: .zero, limit: .zero)
        server.wait()
    }

    private func serve(_ tenants: Tenant...) throws {
        let compiler = TenantCompiler(numbers: fleet.numbers)
        var served: [TenantName: [ServedDomain]] = [:]
        for tenant in tenants {
            served[tenant.name] = try compiler.compile(tenant) { _ throws(GatewayError) in
                TenantCompiler.Documents(aasa: nil, assetlinks: nil)
            }
        }
        fleet.replaceAll(served)
    }

    /// Asks for a link, changes something while the reply waits, and lets the answer come.
    private func ask(_ found: LookupAnswer, whileWaiting change: () throws -> Void = {}) throws -> TestResponse {
        let client = try TestClient(to: server.boundAddresses[0])
        client.send("GET /c/any?x=1 HTTP/1.1\r\nHost: go.shop.example\r\n\r\n")
        try #require(comesTrue { links.asked.count == 1 })
        try change()
        links.answer(found)
        return client.receiveResponse()
    }

    private func record() throws -> RequestRecord {
        var records: [RequestRecord] = []
        try #require(
            comesTrue {
                server.takeRecords { records.append($0) }
                return records.count == 1
            })
        return records[0]
    }

    private func found(_ destination: String, expires: UnixTime? = nil) throws -> LookupAnswer {
        .found(
            StoredLink(
                id: LinkID(rawValue: 41), destination: try LinkDestination(destination),
                life: LinkLife(expires: expires)))
    }

    /// What a reply is that cannot be given now and has nothing to show.
    private static let unavailable = [
        "HTTP/1.1 503 Service Unavailable", "Retry-After: 1", "Cache-Control: no-store", "Content-Length: 0",
    ]

    @Test func `a link that comes later is answered and noted`() throws {
        let response = try ask(try found("https://store.shop.example/a?b=1"))
        #expect(response.status == 302)
        #expect(response.fields["location"] == "https://store.shop.example/a?b=1&x=1")
        let record = try record()
        #expect(record.link == 41 && record.reason == Reason.link.rawValue && record.status == 302)
        #expect(fleet.numbers.route(record.route) == "campaign" && fleet.numbers.tenant(record.tenant) == "shop")
    }

    @Test func `a link that cannot be looked up is 503 for a moment, with a way on`() throws {
        let response = try ask(.unavailable)
        #expect(
            response.head.prefix(4) == [
                "HTTP/1.1 503 Service Unavailable", "Retry-After: 1", "Content-Type: text/html; charset=utf-8",
                "Cache-Control: no-store",
            ])
        // The way on is the domain's fallback.
        #expect(response.body.contains(#"<a class="web" href="https://www.shop.example/?x=1">"#))
        #expect(try record().reason == Reason.linkUnavailable.rawValue)
    }

    @Test func `the page for a moment's wait is in the looks and the language of the tenant's pages`() throws {
        var tenant = shop
        tenant.page.name = "Shop & Co"
        tenant.page.colors.accent = try PageColor("#ffd400")
        let german = try #require(LanguageTag("de"))
        tenant.page.texts[german] = PageTexts(web: "Zur Website")
        try serve(tenant)
        let client = try TestClient(to: server.boundAddresses[0])
        client.send("GET /c/any HTTP/1.1\r\nHost: go.shop.example\r\nAccept-Language: de-AT\r\n\r\n")
        try #require(comesTrue { links.asked.count == 1 })
        links.answer(.unavailable)
        let response = client.receiveResponse()
        #expect(response.status == 503 && response.fields["content-language"] == "de")
        #expect(response.body.contains("<html lang=\"de\">") && response.body.contains("<bdi>Shop &amp; Co</bdi>"))
        #expect(response.body.contains("--a:#ffd400"))
        #expect(response.body.contains("<h1>Bitte gleich noch einmal versuchen</h1>"))
        #expect(response.body.contains(">Zur Website</a>"))
        #expect(response.fields["content-security-policy"]?.contains("style-src 'sha256-") == true)
        #expect(response.body.utf8.count < 10_240)
    }

    @Test func `a redirect ends with its link`() throws {
        var tenant = shop
        for index in tenant.routes.indices where tenant.routes[index].destination == .links {
            tenant.routes[index].redirect = RedirectPolicy(status: 301, maxAge: 3600)
        }
        try serve(tenant)
        let soon = UnixTime(microseconds: UnixTime.now().microseconds + 600_000_000)
        for destination in ["https://store.shop.example/a", "/ever"] {
            let test = try LinkWaitTests()
            try test.serve(tenant)
            let response = try test.ask(try found(destination, expires: soon))
            #expect(response.status == 301)
            let age = try #require(response.fields["cache-control"].flatMap { Int($0.dropFirst(16)) })
            #expect((1...600).contains(age), "\(response.head)")
        }
    }

    @Test func `routes that changed their order meanwhile are asked again, not mistaken`() throws {
        let response = try ask(try found("https://store.shop.example/a")) {
            var tenant = shop
            tenant.routes.reverse()
            try serve(tenant)
        }
        #expect(response.head == Self.unavailable)
    }

    @Test func `a change elsewhere meanwhile does not matter`() throws {
        let response = try ask(try found("/items/7")) {
            var tenant = shop
            tenant.routes.append(tenant.routes[0])
            try serve(tenant)
        }
        #expect(response.fields["location"] == "https://www.shop.example/i/7?ref=7&x=1")
    }

    @Test func `a domain that went away meanwhile is not found`() throws {
        #expect(try ask(try found("https://store.shop.example/a")) { try serve() }.head == notFound)
    }

    @Test func `a domain that went to another tenant meanwhile is not found`() throws {
        let response = try ask(try found("https://store.shop.example/a")) {
            var tenant = shop
            tenant.name = try TenantName("other").orThrow()
            try serve(tenant)
        }
        #expect(response.head == notFound)
        #expect(try record().link == 0)
    }

    @Test func `a suspension meanwhile holds`() throws {
        let response = try ask(try found("https://store.shop.example/a")) {
            var tenant = shop
            tenant.isSuspended = true
            try serve(tenant)
        }
        #expect(response.head == notFound)
    }
}
