import Platform
import Testing

@testable import DeepLinks

/// What came of a request, in a form that is easy to compare.
enum Answered: Equatable, CustomStringConvertible {
    case location(String, Reason, route: Int?)
    case notFound(Reason)
    case link(slug: String, route: Int)

    var description: String {
        switch self {
        case .location(let text, let reason, let route): "\(text) (\(reason), \(route.map(String.init) ?? "-"))"
        case .notFound(let reason): "404 (\(reason))"
        case .link(let slug, let route): "link \(slug) (\(route))"
        }
    }
}

extension RouteSet {
    /// A set with one route per pair of pattern and template; names are `r0`, `r1`, …; `links` is a route of links.
    static func of(
        _ routes: [(String, String)], folds: Bool = false, fallback: String = "https://home.example/"
    ) throws -> RouteSet {
        RouteSet(
            isCaseSensitive: !folds, fallback: try URLTemplate(fallback),
            routes: try routes.enumerated().map { index, route in
                Route(
                    name: try #require(RouteName("r\(index)")), pattern: try RoutePattern(route.0),
                    destination: route.1 == "links" ? .links : .web(try URLTemplate(route.1))
                )
            }
        )
    }

    /// Compiles the set and asks it.
    func answer(_ target: String, at time: UnixTime = UnixTime(seconds: 0)) -> Answered {
        let parts = target.split(separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
        return answer(path: Array(parts[0].utf8), query: parts.count > 1 ? Array(parts[1].utf8) : [], at: time)
    }

    /// Compiles the set and asks it.
    func answer(path: [UInt8], query: [UInt8], at time: UnixTime = UnixTime(seconds: 0)) -> Answered {
        RouteProgram(self).answer(path: path, query: query, at: time)
    }
}

extension RouteProgram {
    /// Asks the program.
    func answer(path: [UInt8], query: [UInt8], at time: UnixTime = UnixTime(seconds: 0)) -> Answered {
        var captures = Captures()
        let resolution = view.resolve(
            path: path.span, query: query.span, client: Client(), time: time, captures: &captures
        )
        switch resolution {
        case .needsClient: return .notFound(.none)
        case .needsLink(let request):
            return .link(slug: captures.slug.text, route: request.route)
        case .decided(let decision):
            guard case .redirect(let redirect) = decision.answer, case .template(let template) = redirect.target else {
                return .notFound(decision.reason)
            }
            let writer = LocationText(program: self, host: "go.acme.example", path: path, query: query)
            let location = writer.template(template, captures)
            return .location(location, decision.reason, route: decision.route)
        }
    }
}
