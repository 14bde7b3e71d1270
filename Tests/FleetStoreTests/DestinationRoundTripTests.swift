import DeepLinks
import Postgres
import TestSupport
import Testing

@testable import FleetStore

/// What the database keeps of where browsers go comes back as it was.
@Suite struct DestinationRoundTripTests {
    let fixture: StoreFixture
    let store: FleetStore
    let operation = Operation(actor: "ana", action: "fleet apply")

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
    }

    /// A tenant that says everything there is to say.
    static func tenant() throws -> Tenant {
        var tenant = try sampleTenant("shop")
        tenant.apps.append(
            App(
                name: try #require(AppName("droid")),
                identity: .android(
                    try #require(PackageName("example.shop")),
                    fingerprints: [
                        try #require(
                            CertificateFingerprint(
                                "78:9B:34:CA:F5:4F:2E:22:0A:CD:94:1E:71:B8:8D:58:36:86:6D:0D:85:8B:63:54:9E:94:BE:2C:AC:C6:7F:5B"
                            ))
                    ])))
        tenant.platforms = PlatformDestinations(
            [.linux: .template(try URLTemplate("https://l.example/{path}?a==b"))], standard: .page)
        tenant.domains[0].platforms = PlatformDestinations([.macos: .web])
        tenant.domains[0].fallback = .page
        tenant.domains[0].robots = try RobotsText("User-agent: *\nDisallow: /\n")
        tenant.domains[0].strictTransport = try StrictTransport("max-age=31536000; includeSubDomains; preload")
        tenant.domains[0].indexesLinks = true
        tenant.domains.append(Domain(name: try DomainName("to.shop.example"), state: .live, isAttested: true))
        tenant.domains[0].canonical = try HostName("to.shop.example")
        tenant.domains[0].root = try UnmatchedAnswer("https://r.example/{path}?{query}")
        tenant.routes[0].platforms = PlatformDestinations([
            .android: .store, .windows: .template(try URLTemplate("https://w.example/{id}?x=1")),
        ])
        tenant.routes[0].query = .only(["a", "b"])
        tenant.routes[0].campaign = CampaignDefaults(["source": "m%20", "term": "t"])
        tenant.routes[0].preview = LinkPreview(
            title: "Ü = \"1\", {2}", description: "a\\b", image: try WebURL("https://i.example/a.png?x=1"))
        tenant.page = TenantPage(
            name: "Shop = {\"Überall\"}", icon: try PageIcon(image: Array("<svg/>".utf8)),
            language: try #require(LanguageTag("de")), appHost: try HostName("go.shop.example"),
            colors: PageColors(
                accent: try PageColor("#0a7d4f"), background: .white, darkAccent: .white, darkBackground: .black),
            texts: [
                try #require(LanguageTag("de")): PageTexts(title: "T", text: "x=y", open: "O", web: "W"),
                try #require(LanguageTag("pt-BR")): PageTexts(open: "a", web: "b", appStore: "c", googlePlay: "d"),
            ])
        return tenant
    }

    private func write(_ tenant: Tenant) throws {
        try store.edit([tenant.name], as: operation) { draft in draft.tenants[tenant.name] = tenant }
    }

    @Test func `destinations, queries, previews and pages come back as they were written`() throws {
        let tenant = try Self.tenant()
        try write(tenant)
        #expect(try store.tenant(named: tenant.name).tenant == tenant)
        // All of it can be taken back, too.
        var plain = try sampleTenant("shop")
        plain.apps = tenant.apps
        try write(plain)
        #expect(try store.tenant(named: tenant.name).tenant == plain)
        #expect(try fixture.database.psql("SELECT page FROM fleet.tenants") == "{}")
    }

    @Test func `the file of a tenant restores it`() throws {
        let tenant = try Self.tenant()
        try write(tenant)
        let read = try store.tenant(named: tenant.name).tenant
        let text = FleetFile(exporting: Fleet(tenants: [read])).canonicalText
        let again = try FleetDocument(reading: text).file
        #expect(try again.applied(to: Fleet()).tenants == [tenant])
    }

    @Test func `a change of the page alone is written, published and told in the file's words`() throws {
        var tenant = try Self.tenant()
        try write(tenant)
        let generation = try fixture.database.psql("SELECT max(generation) FROM fleet.changes")
        tenant.page.colors.accent = .black
        tenant.routes[0].query = .drop
        tenant.routes[0].preview?.title = "New"
        try write(tenant)
        let snapshot = try store.tenant(named: tenant.name)
        #expect(snapshot.tenant == tenant && !snapshot.isStale)
        #expect(try fixture.database.psql("SELECT max(generation) FROM fleet.changes") != generation)
        let events = try store.audit()
        let event = try #require(events.first?.after)
        for member in [
            "\"page\"", "\"accent\"", "#000000", "\"query\"", "\"drop\"", "\"utm\"", "\"preview\"", "\"title\"",
        ] {
            #expect(event.contains(member), "\(member)")
        }
        for column in ["query_policy", "query_items", "campaign\"", "preview_title", "platforms\": {\"default"] {
            #expect(!event.contains(column), "\(column)")
        }
    }

    @Test(arguments: ["icon=https://x.example/", "colors.accent=red", "texts.de.more=x", "texts.-.open=x"])
    func `a page that was edited by hand into nonsense is named`(element: String) throws {
        let tenant = try Self.tenant()
        try write(tenant)
        try fixture.database.psql("UPDATE fleet.tenants SET page = ARRAY['\(element)']")
        let error = #expect(throws: StoreError.self) { try store.tenant(named: tenant.name) }
        guard case .unreadable(let row) = error else {
            Issue.record("\(String(describing: error))")
            return
        }
        #expect(row.column == "page")
    }
}
