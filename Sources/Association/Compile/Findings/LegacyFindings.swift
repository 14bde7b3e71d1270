import DeepLinks

/// Looks for URLs that the table opens in an app and the `paths` of its file do not: what these cannot say opens nothing
/// on iOS 12 and earlier.
struct LegacyFindings {
    private let set: RouteSet
    private let matcher: AppleMatcher
    private let host: String

    init(_ set: RouteSet, _ document: AppleDocument, host: String) {
        self.set = set
        matcher = AppleMatcher(document)
        self.host = host
    }

    /// One finding for each route that opens an app.
    func findings(_ decisions: AppDecisions) -> [CompileFinding] {
        let apps = set.apps.compactMap { app -> (name: AppName, id: String)? in
            guard case .ios(let appID, _) = app.identity else { return nil }
            return (app.name, appID.text)
        }
        return set.routes.compactMap { route in
            let text = SampleURL(route.pattern, host: host).text()
            guard let url = try? LinkURL(text) else { return nil }
            let app = apps.first { app in
                decisions.opens(url, app.name) && matcher.legacyDecision(url, app: app.id).outcome == .browser
            }
            return app.map { app in
                CompileFinding(
                    code: .legacyPaths, route: route.name, url: text,
                    message: "does not open the app \(app.name) on iOS 12 and earlier, though it does by the table")
            }
        }
    }
}
