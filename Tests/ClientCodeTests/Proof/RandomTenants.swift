import DeepLinks
import TestSupport
import Testing

/// Tenants whose routes overlap on purpose and use everything that client code has to say.
struct RandomTenants {
    var generator: SeededGenerator

    init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

    mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

    mutating func pick<Element>(_ elements: [Element]) -> Element {
        elements[Int.random(in: 0..<elements.count, using: &generator)]
    }

    static let words = ["a", "b", "new", "12", "item-1", "caf%C3%A9", "7", "item-", "robots.txt", "A", "a+b", "x:y"]
    /// Names of captures; some are words that languages keep for themselves.
    static let names = ["id", "slug", "type", "in", "query_id", "value", "Page", "self"]

    /// A tenant with one to four domains, two iOS apps, and 3 to 25 routes unless so many are asked for; its name makes
    /// the names of its types.
    mutating func tenant(_ name: String, routes: Int? = nil) throws -> Tenant {
        let host = "\(name).example"
        let scheme = chance(60) ? "\(name)app" : nil
        var tenant = Tenant(
            name: try #require(TenantName(name)), web: try URLTemplate("https://www.\(host)/"),
            apps: try [app("phone", scheme: scheme), app("tablet"), android(name, scheme: scheme)],
            domains: [])
        var hosts = pick([["go.\(host)"], ["go.\(host)", "*.\(host)"], ["*.\(host)", host], ["*.\(host)"]])
        if chance(40) { hosts.append("my.\(name)-links.example") }
        let parentIsCaseSensitive = !chance(30)
        let parentOptOut = chance(25) ? OptOut(queryItem: pick(["web", "q"]), fragment: "Stay") : nil
        tenant.domains = try hosts.map { text in
            let isPair = text == host || text.hasPrefix("*")
            return Domain(
                name: try DomainName(text), state: .live, isAttested: true,
                isCaseSensitive: isPair ? parentIsCaseSensitive : !chance(30),
                optOut: isPair ? parentOptOut : (chance(20) ? OptOut(queryItem: "web", fragment: "web") : nil))
        }
        let count = routes ?? Int.random(in: 3...25, using: &generator)
        while tenant.routes.count < count {
            if let route = try? route(tenant) { tenant.routes.append(route) }
        }
        tenant.routes[0].opens = .all
        return tenant
    }

    private func app(_ name: String, scheme: String? = nil) throws -> App {
        App(
            name: try #require(AppName(name)),
            identity: .ios(try #require(AppID("7Q2MX9RK4T.example.\(name)")), storeID: nil),
            scheme: try scheme.map { try #require(URLScheme($0)) })
    }

    private func android(_ name: String, scheme: String?) throws -> App {
        let octets = Array(repeating: "5E", count: 32).joined(separator: ":")
        return App(
            name: try #require(AppName("droid")),
            identity: .android(
                try #require(PackageName("example.\(name)")),
                fingerprints: [try #require(CertificateFingerprint(octets))]),
            scheme: try scheme.map { try #require(URLScheme($0)) })
    }

    private mutating func route(_ tenant: Tenant) throws -> Route {
        let number = tenant.routes.count
        let name = pick([
            "r\(number)", "r\(number)", "group.r\(number)", "group.deep.r\(number)",
            "r\(max(0, number - 1)).sub\(number)",
        ])
        let opens: AppSelection =
            chance(60) ? .all : chance(50) ? .none : .only([try #require(AppName(pick(["phone", "tablet", "droid"])))])
        let pattern = try RoutePattern(patternText())
        var route = Route(
            name: try #require(RouteName(name)), pattern: pattern, opens: opens,
            destination: .web(try URLTemplate("https://www.acme.example/")))
        if chance(25), tenant.domains.count > 1 {
            let name = pick(tenant.domains.map(\.name))
            // A wildcard and its parent share their routes.
            route.domains = tenant.domains.map(\.name).filter { $0.base == name.base }
        }
        if chance(20) {
            let text = pattern.captures.map { capture in
                capture.place == .segment || capture.place == .rest ? "/{\(capture.name)}" : ""
            }.joined()
            let items = pattern.captures.filter { $0.place == .item || $0.place == .optionalItem }.map {
                "\($0.name)={\($0.name)}"
            }
            let query = (["kind=\(number)"] + items).joined(separator: "&")
            route.schemeURL = try SchemeTemplate("own\(number)\(text)?\(query)")
            try route.schemeURL?.check(against: pattern)
        }
        return route
    }

    private mutating func patternText() -> String {
        var names = Self.names.shuffled(using: &generator)
        let depth = chance(5) ? 0 : Int.random(in: 1...4, using: &generator)
        var text = ""
        for _ in 0..<depth { text += "/" + segment(names.removeLast()) }
        if chance(20) { text += "/{\(names.removeLast())*}" }
        if text.isEmpty { text = "/" }
        guard chance(35) else { return text }
        let items = ["q", "to", "Id"].prefix(Int.random(in: 1...3, using: &generator)).compactMap { name -> String? in
            guard names.count > 0 else { return nil }
            return item(name, names.removeLast())
        }
        return text + "?" + items.joined(separator: "&")
    }

    private mutating func item(_ name: String, _ capture: String) -> String {
        switch Int.random(in: 0..<5, using: &generator) {
        case 0: "\(name)=one"
        case 1: "\(name)={\(capture)}"
        case 2: "\(name)={\(capture):one|two|Three}"
        case 3: "\(name)={\(capture)?}"
        default: "\(name)=a+b"
        }
    }

    private mutating func segment(_ name: String) -> String {
        let head = chance(20) ? pick(["item-", "x-", "i", "1", "4", "%C3%A9", "%25"]) : ""
        // Some tails may end what is an escape in a URL.
        let tail = chance(20) ? pick(["-y", ".html", "m", "2", "A", "e", "A9", "41x", "%C3%A9"]) : ""
        switch Int.random(in: 0..<11, using: &generator) {
        case 0..<4: return pick(Self.words)
        case 4: return "\(head){\(name):int}\(tail)"
        case 5: return "\(head){\(name):int\(pick([1, 2, 4]))}\(tail)"
        case 6: return "\(head){\(name):a|b|12|none}\(tail)"
        case 7: return "{\(name):new|item-1|self}"
        case 8: return "\(head){\(name):%25|%254|a%2Fb|%C3%A9|4}\(tail)"
        default: return "\(head){\(name)}\(tail)"
        }
    }
}
