import DeepLinks

/// Looks for what both platforms say otherwise than people expect.
struct RouteFindings {
    private let set: RouteSet
    private let host: String
    private let apps: [AppName]

    init(_ set: RouteSet, apps: [AppName], host: String) {
        self.set = set
        self.host = host
        self.apps = apps
    }

    /// Routes that none reaches, and routes whose browsers' rules an app does not know.
    func findings(_ decisions: AppDecisions) throws(AssociationError) -> [CompileFinding] {
        let unreachable = try unreachable()
        var findings: [CompileFinding] = []
        for (index, route) in set.routes.enumerated() {
            let url = SampleURL(route.pattern, host: host).text()
            if let decider = unreachable[index] {
                let name = decider.map { "the route \(set.routes[$0].name)" } ?? "what stands ahead of all routes"
                findings.append(
                    CompileFinding(
                        code: .unreachableRoute, route: route.name, url: url,
                        message: "is decided by \(name), as are all URLs of this route"))
                continue
            }
            guard apps.contains(where: route.opens) else { continue }
            if route.destination == .links {
                findings.append(
                    CompileFinding(
                        code: .linksOpenApp, route: route.name, url: url,
                        message: "opens the app for unknown and expired links too"))
            }
            if route.lifeSpan != LifeSpan() {
                findings.append(
                    CompileFinding(
                        code: .lifeSpanOpensApp, route: route.name, url: url,
                        message: "opens the app before and after the route's life span too"))
            }
        }
        return findings
    }

    /// For each route that none reaches the one that decides, `nil` for the opt-out and reserved paths.
    private func unreachable() throws(AssociationError) -> [Int: Int?] {
        let table = try PlanTableBuilder.table(
            set, opens: Array(repeating: true, count: set.routes.count), dialect: .apple)
        let deciders = Reachability(table).decider
        var found: [Int: Int?] = [:]
        var reached: Set<Int> = []
        for (rule, decider) in zip(table.rules, deciders) {
            guard let route = rule.route else { continue }
            if let decider { found[route] = .some(table.rules[decider].route) } else { reached.insert(route) }
        }
        return found.filter { !reached.contains($0.key) }
    }
}
