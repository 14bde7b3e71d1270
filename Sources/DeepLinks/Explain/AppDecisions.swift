internal import Platform

/// What the routes of a set decide about apps: at any time, for a suspended tenant too (invariant 12).
package struct AppDecisions {
    private let set: RouteSet
    private let program: RouteProgram

    /// Makes the decisions of a set.
    ///
    /// - Complexity: O(size of the set); compiles a program.
    package init(_ set: RouteSet) {
        self.set = set
        var timeless = set
        timeless.isSuspended = false
        timeless.canonical = nil
        for index in timeless.routes.indices { timeless.routes[index].lifeSpan = LifeSpan() }
        program = RouteProgram(timeless)
    }

    /// The index of the route that decides; `nil` where no app opens, by no route, the opt-out or a reserved path.
    package func route(_ url: LinkURL) -> Int? {
        var captures = Captures()
        return route(url, &captures)
    }

    /// The index of the route that decides and what it captures, undecoded and in the pattern's order; `nil` where no
    /// app opens.
    package func match(_ url: LinkURL) -> (route: Int, captures: [ExplainedCapture])? {
        var captures = Captures()
        guard let route = route(url, &captures) else { return nil }
        var values: [ExplainedCapture] = []
        for (index, capture) in set.routes[route].pattern.captures.enumerated() {
            let value = captures.values[index]
            let text = value.isFromQuery ? url.query ?? [] : url.path
            let part = text.dropFirst(Int(value.start)).prefix(Int(value.count))
            values.append(ExplainedCapture(name: capture.name, value: String(bytes: part)))
        }
        return (route, values)
    }

    private func route(_ url: LinkURL, _ captures: inout Captures) -> Int? {
        if ReservedPath.keepsFromApps(url.path, folds: !set.isCaseSensitive) { return nil }
        if let optOut = set.optOut, optOut.applies(to: url) { return nil }
        let path = Array(url.path)
        let query = Array(url.query ?? [])
        let resolution = program.view.resolve(
            path: path.span, query: query.span, client: Client(), time: UnixTime(microseconds: 0),
            captures: &captures)
        return switch resolution {
        case .decided(let decision): decision.route
        case .needsLink(let request): request.route
        case .needsClient(let request): request.route
        }
    }

    /// Whether an app opens.
    package func opens(_ url: LinkURL, _ app: AppName) -> Bool { route(url).map { set.routes[$0].opens(app) } ?? false }
}
