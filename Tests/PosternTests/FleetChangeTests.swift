import DeepLinks
import Testing

@testable import postern

@Suite struct FleetChangeTests {
    private func route(_ name: String, _ pattern: String) throws -> Route {
        Route(name: try #require(RouteName(name)), pattern: try RoutePattern(pattern), destination: .links)
    }

    private func tenant(_ routes: [Route]) throws -> Tenant {
        Tenant(name: try #require(TenantName("acme")), web: try URLTemplate("https://acme.example/"), routes: routes)
    }

    private func lines(_ before: Tenant?, _ after: Tenant?) -> [String] {
        FleetChange.between(before, after).map { "\($0.kind) \($0.subject) \($0.name)" }
    }

    @Test func `a tenant that comes or goes is one change`() throws {
        let acme = try tenant([try route("a", "/a/{x}")])
        #expect(lines(nil, acme) == ["add tenant acme"])
        #expect(lines(acme, nil) == ["remove tenant acme"])
        #expect(lines(acme, acme).isEmpty)
        #expect(lines(nil, nil).isEmpty)
    }

    @Test func `routes that come, go, change or move are told apart`() throws {
        let a = try route("a", "/a/{x}")
        let b = try route("b", "/b/{x}")
        let c = try route("c", "/c/{x}")
        let other = try route("b", "/bb/{x}")
        #expect(lines(try tenant([a, b]), try tenant([a, b, c])) == ["add route c"])
        #expect(lines(try tenant([a, b]), try tenant([c, a, b])) == ["add route c"])
        #expect(lines(try tenant([a, b, c]), try tenant([a, c])) == ["remove route b"])
        #expect(lines(try tenant([a, b]), try tenant([a, other])) == ["change route b"])
        #expect(lines(try tenant([a, b, c]), try tenant([a, c, b])) == ["move route c", "move route b"])
    }

    @Test func `settings of the tenant are the tenant's change`() throws {
        let before = try tenant([])
        var after = before
        after.limits.links = 3
        #expect(lines(before, after) == ["change tenant acme"])
    }
}
