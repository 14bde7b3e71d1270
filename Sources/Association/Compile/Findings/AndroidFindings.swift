import DeepLinks

/// Looks for URLs that Android decides otherwise than the table: for each form that it cannot say, some are tried.
///
/// They are made of each route, and of it together with routes that overlap it and decide otherwise: what Android does
/// not say of the one is decided by the other there.
struct AndroidFindings {
    /// An app, one for all that the same routes open.
    private struct AskedApp {
        let name: AppName
        let opens: [Bool]
        let rules: AndroidRuleProgram
    }

    /// What there is one finding of.
    private struct Key: Hashable {
        let code: CompileFindingCode
        let route: RouteName?
    }

    /// Findings of these kinds are much alike for all routes; one of a kind is enough.
    private static let general: Set<CompileFindingCode> = [
        .androidCase, .androidEscapedSlash, .androidEscapedAmpersand, .androidEmptyPath, .androidSemicolon,
        .androidEscape, .androidEndSlashes,
    ]

    /// Routes that are looked at together with a route.
    private static let mostNeighbours = 8

    let set: RouteSet
    let host: String
    private let table: AppDecisions
    private let apps: [AskedApp]
    /// What was found, by the route that it is about; behind all routes what is about reserved paths.
    private var findings: [(route: Int, finding: CompileFinding)] = []
    private var known: Set<Key> = []
    /// Rules that may still be asked: a write is not to wait for long.
    private var budget = 2_000_000

    private init(_ set: RouteSet, _ document: AndroidDocument, _ table: AppDecisions, host: String) {
        self.set = set
        self.host = host
        self.table = table
        let matcher = AndroidMatcher(document)
        var apps: [AskedApp] = []
        for app in set.apps {
            guard case .android(let package, let fingerprints) = app.identity, let first = fingerprints.first else {
                continue
            }
            let opens = set.routes.map { $0.opens(app.name) }
            if apps.contains(where: { $0.opens == opens }) { continue }
            var rules: [AndroidDynamicRule] = []
            let verdict = matcher.verdict(package: package.text, fingerprint: first.text)
            if case .rules(let found) = verdict { rules = found }
            apps.append(AskedApp(name: app.name, opens: opens, rules: AndroidRuleProgram(rules)))
        }
        self.apps = apps
    }

    /// What the file of a set cannot say, by route.
    static func findings(
        _ set: RouteSet, _ bytes: [UInt8], _ table: AppDecisions, host: String
    ) -> [CompileFinding] {
        guard let document = try? AndroidDocument(bytes) else { return [] }
        var search = AndroidFindings(set, document, table, host: host)
        for (index, route) in set.routes.enumerated() {
            search.look(at: index, SampleURL(route.pattern, host: host))
        }
        for index in set.routes.indices {
            for other in search.neighbours(of: index) {
                let patterns = (set.routes[index].pattern, set.routes[other].pattern)
                search.look(at: index, SampleURL(patterns.0, beside: patterns.1, host: host))
            }
        }
        search.lookAtReservedPaths()
        let order = search.findings.indices.sorted {
            (search.findings[$0].route, $0) < (search.findings[$1].route, $1)
        }
        return order.map { search.findings[$0].finding }
    }

    /// The nearest routes that overlap a route, digits taken for any text, and open other apps.
    private func neighbours(of index: Int) -> [Int] {
        guard budget > 0 else { return [] }
        let pattern = set.routes[index].pattern
        var found: [Int] = []
        for distance in 1..<min(set.routes.count, 500) {
            for other in [index - distance, index + distance] where set.routes.indices.contains(other) {
                guard apps.contains(where: { $0.opens[index] != $0.opens[other] }),
                    pattern.mayOverlapOnAndroid(set.routes[other].pattern)
                else { continue }
                found.append(other)
            }
            if found.count >= Self.mostNeighbours { break }
        }
        return found
    }

    /// Whether some route has a finding of a kind.
    func hasFound(_ code: CompileFindingCode) -> Bool { known.contains { $0.code == code } }

    /// Notes the URL if Android and the table differ for an app; without an index it is about no route.
    mutating func attempt(_ code: CompileFindingCode, _ index: Int?, _ text: @autoclosure () -> String?) {
        let route = index.map { set.routes[$0].name }
        let key = Key(code: code, route: Self.general.contains(code) ? nil : route)
        guard budget > 0, !known.contains(key), let text = text(), let url = try? LinkURL(text) else { return }
        let androidURL = AndroidURL(url)
        let decider = table.route(url)
        for app in apps {
            budget -= app.rules.count
            let expected = decider.map { app.opens[$0] } ?? false
            let found = app.rules.opens(androidURL)
            guard expected != found else { continue }
            let message =
                found
                ? "opens the app \(app.name) on Android, though it opens no app by the table"
                : "does not open the app \(app.name) on Android, though it does by the table"
            known.insert(key)
            let finding = CompileFinding(code: code, route: route, url: text, message: message)
            findings.append((index ?? set.routes.count, finding))
            return
        }
    }
}

extension RoutePattern {
    /// Whether a path may match both, digits taken for any text.
    fileprivate func mayOverlapOnAndroid(_ other: RoutePattern) -> Bool {
        let (count, otherCount) = (segments.count, other.segments.count)
        guard count == otherCount || (count < otherCount ? rest : other.rest) != nil else { return false }
        return zip(segments, other.segments).allSatisfy { one, other in
            // Most differ in the first text.
            if case .literal(let text) = one, case .literal(let otherText) = other { return text == otherText }
            return PlanSegment(one).widened.shape(folds: false).overlaps(PlanSegment(other).widened.shape(folds: false))
        }
    }
}
