import DeepLinks
import Platform

extension BenchmarkCase {
    /// The host of a request, read and hashed.
    static let requestHost = BenchmarkCase(name: "host.read") { count in
        let field = Array("WWW.Shop.example:443".utf8)
        let hasher = HostHasher()
        var host = RequestHost()
        var sum: UInt64 = 0
        for _ in 0..<count where host.read(field.span) == .name { sum &+= hasher.hash(host.name) & 1 | 1 }
        return sum > 0 ? count : 0
    }

    /// The last of 50 routes, with a capture of the path and one of the query, and its Location.
    static let resolvedRoute = BenchmarkCase(name: "resolve.route") { count in
        resolve("/section49/4711", "color=blue&ref=mail", count)
    }

    /// A path that none of 50 routes matches.
    static let fallback = BenchmarkCase(name: "resolve.fallback") { count in
        resolve("/nothing/of/the/kind", "", count)
    }

    /// Who asks, by the user agent of an app's browser.
    static let userAgent = BenchmarkCase(name: "client.userAgent") { count in
        let text = Array(
            """
            Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) \
            Mobile/22F76 Instagram 300.0.0.10 (iPhone15,2; iOS 18_5; de_DE; scale=3.00)
            """.utf8)
        Client.prepare()
        var sum = 0
        for _ in 0..<count { sum &+= Int(Client(userAgent: text.span).kind.rawValue) }
        return sum
    }

    private static func resolve(_ path: String, _ query: String, _ count: Int) -> Int {
        guard let program = try? RouteProgram(routeSet(count: 50)) else { return -1 }
        let (path, query) = (Array(path.utf8), Array(query.utf8))
        let time = UnixTime(seconds: 1_800_000_000)
        let client = Client()
        var captures = Captures()
        var sum = 0
        for _ in 0..<count {
            let view = program.view
            let resolution = view.resolve(
                path: path.span, query: query.span, client: client, time: time, captures: &captures
            )
            guard case .decided(let decision) = resolution, case .redirect(let redirect) = decision.answer,
                case .template(let template) = redirect.target
            else { continue }
            var cursor = view.location(template: template)
            while let piece = view.nextPiece(&cursor, path: path.span, query: query.span, captures: captures) {
                if case .text(_, let count) = piece { sum &+= count } else { sum &+= 1 }
            }
        }
        return sum
    }

    private static func routeSet(count: Int) throws(RuleViolation) -> RouteSet {
        var routes: [Route] = []
        for index in 0..<count {
            guard let name = RouteName("route\(index)") else { continue }
            routes.append(
                Route(
                    name: name,
                    pattern: try RoutePattern("/section\(index)/{id}?color={color?}"),
                    destination: .web(try URLTemplate("https://www.shop.example/p/{id}?c={color}"))
                )
            )
        }
        return RouteSet(fallback: try URLTemplate("https://www.shop.example/"), routes: routes)
    }
}
