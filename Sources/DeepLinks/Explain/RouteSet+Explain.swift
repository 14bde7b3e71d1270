package import Platform

extension RouteSet {
    /// Explains what the gateway does with a URL: decided by the compiled program, as serving does.
    ///
    /// - Parameters:
    ///   - url: The URL; its host is the caller's matter.
    ///   - client: Who asks.
    ///   - time: When.
    ///   - findLink: Looks a link up by its route and slug; asked at most once.
    /// - Returns: The explanation.
    /// - Throws: What the look-up throws.
    package func explain<Failure: Error>(
        _ url: LinkURL, client: Client = Client(), time: UnixTime,
        findLink: (RouteName, String) throws(Failure) -> Link?
    ) throws(Failure) -> Explanation {
        if let reserved = ReservedPath(path: url.path.span) {
            return Explanation(
                outcome: .reserved(reserved), reason: .reservedPath, route: nil, captures: [], link: nil, passed: [],
                variesByClient: false, appRule: .reserved, apps: apps.map { AppOpening(name: $0.name, opens: false) }
            )
        }
        let host = (try? url.canonicalHost()) ?? url.hostText
        var run = ProgramRun(self, host: host, port: url.port, client: client, time: time)
        run.resolve(path: Array(url.path), query: Array(url.query ?? []))
        var link: Link?
        if let request = run.linkRequest {
            link = try findLink(routes[request.route].name, run.slug)
            run.answer(link, request)
        }
        let rule = appRule(url)
        return Explanation(
            outcome: run.outcome, reason: run.decision.reason, route: run.decision.route.map { routes[$0].name },
            captures: run.captures, link: link,
            passed: [.badPath, .canonicalHost].contains(run.decision.reason) || isSuspended ? [] : passed(run, time),
            variesByClient: run.decision.variesByClient, appRule: rule,
            apps: apps.map { AppOpening(name: $0.name, opens: opens($0.name, rule)) }
        )
    }

    /// The link that decides a URL: its route and its slug; `nil` where none does.
    package func neededLink(
        _ url: LinkURL, client: Client = Client(), time: UnixTime
    ) -> (route: RouteName, slug: String)? {
        guard ReservedPath(path: url.path.span) == nil else { return nil }
        var run = ProgramRun(self, host: url.hostText, client: client, time: time)
        run.resolve(path: Array(url.path), query: Array(url.query ?? []))
        return run.linkRequest.map { (routes[$0.route].name, run.slug) }
    }

    private func passed(_ run: ProgramRun, _ time: UnixTime) -> [PassedRoute] {
        let request = RequestText(path: run.path, query: run.query, folds: !isCaseSensitive)
        return routes.prefix(run.decision.route ?? routes.count).compactMap { route in
            (route.pattern.mismatch(request) ?? route.lifeSpan.mismatch(time)).map {
                PassedRoute(name: route.name, mismatch: $0)
            }
        }
    }

    /// Invariant 12: neither time nor suspension matters, nor does it where browsers go.
    private func appRule(_ url: LinkURL) -> AppRule {
        var timeless = self
        timeless.isSuspended = false
        timeless.canonical = nil
        for index in timeless.routes.indices { timeless.routes[index].lifeSpan = LifeSpan() }
        var run = ProgramRun(timeless, host: "", client: Client(), time: UnixTime(microseconds: 0))
        run.resolve(path: Array(url.path), query: Array(url.query ?? []))
        if run.decision.reason == .badPath { return .badPath }
        guard url.hasDefaultPort else { return .otherPort }
        if ReservedPath.keepsFromApps(url.path, folds: !isCaseSensitive) { return .reserved }
        if let optOut, optOut.applies(to: url) { return .optOut }
        guard let route = run.linkRequest?.route ?? run.decision.route else { return .noRoute }
        return .route(routes[route].name)
    }

    private func opens(_ app: AppName, _ rule: AppRule) -> Bool {
        guard case .route(let name) = rule else { return false }
        return routes.first { $0.name == name }?.opens(app) ?? false
    }
}

extension LifeSpan {
    fileprivate func mismatch(_ time: UnixTime) -> RouteMismatch? {
        if let start, time < start { return .early(start) }
        if let end, time >= end { return .late(end) }
        return nil
    }
}

extension OptOut {
    /// Whether the URL carries the item, with no empty occurrence, or the fragment.
    package func applies(to url: LinkURL) -> Bool {
        let request = RequestText(path: url.path, query: url.query ?? [], folds: false)
        // As of a route's item: an association file cannot ask for one occurrence of several.
        let items = request.items.filter { $0.name.elementsEqual(queryItem.utf8) }
        if !items.isEmpty, items.allSatisfy({ !$0.value.isEmpty }) { return true }
        return url.fragment?.elementsEqual(fragment.utf8) ?? false
    }
}
