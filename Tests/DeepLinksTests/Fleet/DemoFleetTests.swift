import DeepLinks
import Foundation
import Platform
import Testing

/// The demo fleet is what the README and the tour say of it.
@Suite struct DemoFleetTests {
    private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent().appendingPathComponent("scripts/demo-fleet.json5")

    private func document() throws -> FleetDocument {
        try FleetDocument(reading: Array(Data(contentsOf: Self.file)))
    }

    private func tenant(_ name: String) throws -> Tenant {
        let fleet = try document().fleet()
        return try #require(fleet.tenants.first { $0.name.text == name })
    }

    @Test func `it loads, is valid and has five tenants, one of them suspended`() throws {
        let fleet = try document().fleet()
        #expect(fleet.tenants.map(\.name.text) == ["festival", "kitchen", "notes", "reader", "shop"])
        #expect(fleet.tenants.filter(\.isSuspended).map(\.name.text) == ["festival"])
        #expect(fleet.tenants.flatMap(\.domains).allSatisfy { $0.state == .live })
    }

    struct RouteLine: CustomTestStringConvertible {
        let tenant: String
        let host: String
        let name: String
        let pattern: String
        var testDescription: String { "\(tenant) \(name)" }
    }

    static let routes = [
        RouteLine(
            tenant: "shop", host: "www.yourdomain.example", name: "product", pattern: "/products/{id}?color={color?}"),
        RouteLine(tenant: "shop", host: "www.yourdomain.example", name: "profile", pattern: "/profile"),
        RouteLine(tenant: "shop", host: "www.yourdomain.example", name: "order", pattern: "/orders/{id}"),
        RouteLine(tenant: "kitchen", host: "www.kitchen.example", name: "recipes.list", pattern: "/mobile-app/recipes"),
        RouteLine(
            tenant: "kitchen", host: "www.kitchen.example", name: "recipes.detail",
            pattern: "/mobile-app/recipe?id={id}&referrer={referrer?}"
        ),
        RouteLine(
            tenant: "kitchen", host: "www.kitchen.example", name: "profile",
            pattern: "/mobile-app/profile?to={to:settings|favorites}"
        ),
        RouteLine(tenant: "reader", host: "go.reader.example", name: "item", pattern: "/item/{id:int}"),
        RouteLine(tenant: "reader", host: "go.reader.example", name: "profile", pattern: "/profile/{user}"),
        RouteLine(tenant: "reader", host: "go.reader.example", name: "article", pattern: "/article/{slug}"),
        RouteLine(tenant: "notes", host: "go.notes.example", name: "home", pattern: "/home"),
        RouteLine(tenant: "notes", host: "go.notes.example", name: "profile", pattern: "/profile"),
        RouteLine(tenant: "notes", host: "go.notes.example", name: "settings", pattern: "/settings"),
    ]

    @Test(arguments: routes) func `a route is there, opens the app and has an example`(_ line: RouteLine) throws {
        // That each example is decided by its route is part of being valid.
        let tenant = try tenant(line.tenant)
        let domain = try #require(tenant.domains.first { $0.name.text == line.host })
        let route = try #require(tenant.routeSet(for: domain).routes.first { $0.name.text == line.name })
        #expect(route.pattern.text == line.pattern)
        #expect(route.opens == .all)
        #expect(tenant.routes.first { $0.name.text == line.name }?.examples.isEmpty == false)
    }

    @Test func `the schemes and scheme URLs are those of the apps`() throws {
        let reader = try tenant("reader")
        #expect(reader.apps.compactMap(\.scheme?.text) == ["myapp", "myapp"])
        #expect(reader.routes.map { $0.schemeURL?.text } == ["item/{id}", "profile/{user}", "article/{slug}"])
        let notes = try tenant("notes")
        #expect(notes.apps.compactMap(\.scheme?.text) == ["deeplink"])
        #expect(notes.routes.map { $0.schemeURL?.text } == [nil, nil, nil])
    }

    @Test func `two tenants have an Android app, one a wildcard, one campaign links`() throws {
        let tenants = try document().fleet().tenants
        let android = tenants.filter { tenant in
            tenant.apps.contains { if case .android = $0.identity { true } else { false } }
        }
        #expect(android.map(\.name.text) == ["reader", "shop"])
        #expect(tenants.filter { $0.domains.contains { $0.name.isWildcard } }.map(\.name.text) == ["kitchen"])
        let links = try #require(try tenant("shop").links)
        #expect(links.map(\.key.slug) == ["newsletter", "summer", "winter"])
        #expect(links.map { $0.key.route.text } == ["campaign", "campaign", "campaign"])
        #expect(links[1].destination == .path("/products/1042?color=green"))
    }

    @Test func `exporting it gives its canonical form, which gives itself`() throws {
        let fleet = try document().fleet()
        let canonical = FleetFile(exporting: fleet, includesLinks: true).canonicalText
        let again = try FleetDocument(reading: canonical)
        #expect(try again.fleet() == fleet)
        #expect(again.file.canonicalText == canonical)
    }
}
