import Association
import DeepLinks
import JSONText

extension BenchmarkCase {
    /// A URL against an app's 100 rules, of which the 50th, the last or none matches.
    static let match = BenchmarkCase(name: "match.url", hasInstructionsOnly: true) { count in
        guard let matcher = AssociationSamples.matcher(rules: 100) else { return -1 }
        let urls = AssociationSamples.urls
        var opened = 0
        for index in 0..<count {
            let decision = matcher.decision(urls[index % urls.count], app: AssociationSamples.app)
            if decision.outcome == .open { opened += 1 }
        }
        return opened
    }

    /// A pattern of many stars against 8 KiB that it almost matches.
    static let hostilePattern = BenchmarkCase(name: "match.hostile", counts: 2...12, hasInstructionsOnly: true) {
        count in
        guard let (matcher, url) = AssociationSamples.hostile() else { return -1 }
        return (0..<count).count { _ in matcher.decision(url, app: AssociationSamples.app).outcome == .browser }
    }

    /// A file of 128 KiB and up to 500 rules, which are compared exactly.
    static let lint = BenchmarkCase(name: "lint.file", counts: 0...1, hasInstructionsOnly: true) { count in
        let bytes = AssociationSamples.file(rules: 500, size: 128 * 1024)
        return (0..<count).reduce(0) { sum, _ in sum + AssociationLint.findings(bytes, kind: .aasa).count }
    }

    /// A file of 128 KiB and as many rules as it holds.
    static let lintOfManyRules = BenchmarkCase(name: "lint.rules", counts: 0...1, hasInstructionsOnly: true) { count in
        let bytes = AssociationSamples.file(rules: 2_600, size: 128 * 1024)
        return (0..<count).reduce(0) { sum, _ in sum + AssociationLint.findings(bytes, kind: .aasa).count }
    }

    /// A table of 1,000 routes.
    static let compile = BenchmarkCase(name: "compile.routes", counts: 0...2, hasInstructionsOnly: true) { count in
        guard let set = AssociationSamples.routeSet(count: 1_000) else { return -1 }
        return (0..<count).reduce(0) { sum, _ in
            sum + ((try? AssociationDocument.compile(set, kind: .aasa))?.flatMap(\.self)?.count ?? 0)
        }
    }

    /// A table of 160 routes that ask an item each for one of 100 values: 16,000 rules, more than the file holds.
    static let compileLists = BenchmarkCase(name: "compile.lists", counts: 0...1, hasInstructionsOnly: true) { count in
        let values = (0..<100).map { "v\($0)" }.joined(separator: "|")
        guard let set = AssociationSamples.routeSet(patterns: (0..<160).map { "/q?a\($0)={x:\(values)}" }) else {
            return -1
        }
        return (0..<count).count { _ in (try? AssociationDocument.compile(set, kind: .aasa)) == nil }
    }

    /// Two files of 500 rules, one of which is another.
    static let compare = BenchmarkCase(name: "compare.files", counts: 0...1, hasInstructionsOnly: true) { count in
        guard let old = try? AppleDocument(AssociationSamples.file(rules: 500)),
            let new = try? AppleDocument(AssociationSamples.file(rules: 500, edited: 253))
        else { return -1 }
        return (0..<count).reduce(0) { sum, _ in sum + AssociationComparison(old: old, new: new).differences.count }
    }
}

/// Files, tables and URLs as a large shop has them.
enum AssociationSamples {
    static let app = "7Q2MX9RK4T.example.shop"

    /// The pattern of the rule with a number: most are of a section, some of a language or of any.
    private static func rule(_ index: Int) -> (path: String, excludes: Bool) {
        switch index % 10 {
        case 0: ("/section\(index)/new", true)
        case 1: ("/section\(index)/?*/reviews", false)
        case 2: ("/$(lang)/section\(index)/*", false)
        case 3: ("/section\(index)/$(digit)$(digit)$(digit)$(digit)", false)
        case 4: ("/section\(index)/*/print", true)
        case 5: ("/@section\(index)-*", false)
        case 6: ("/section\(index)", false)
        default: ("/section\(index)/*", false)
        }
    }

    /// A file with rules, each with a comment, so that all is of a size at most; one may be for another section.
    static func file(rules: Int, size: Int = .max, edited: Int? = nil) -> [UInt8] {
        let comment = size == .max ? "" : String(repeating: "x", count: max(0, size / rules - 60))
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.name("applinks")
            writer.object { writer in
                writer.name("details")
                writer.array { writer in
                    writer.object { writer in
                        writer.member("appIDs", [app])
                        writer.name("components")
                        writer.array { writer in
                            for index in 0..<rules {
                                let rule = rule(index == edited ? rules + index : index)
                                writer.object { writer in
                                    writer.member("/", rule.path)
                                    if rule.excludes { writer.member("exclude", true) }
                                    if !comment.isEmpty { writer.member("comment", comment) }
                                }
                            }
                        }
                    }
                }
            }
        }
        return writer.bytes
    }

    static func matcher(rules: Int) -> AppleMatcher? {
        (try? AppleDocument(file(rules: rules))).map { AppleMatcher($0) }
    }

    static let urls = [
        "/section49/4711", "/section97/a/b/c", "/de/section52/x", "/section33/2024", "/nothing/of/the/kind",
        "/section98/4711?color=blue&ref=mail", "/@section95-anna", "/section96/",
    ].compactMap { try? LinkURL("https://go.shop.example\($0)") }

    /// `/*a*a*a*a*a*a*a*a*b`, and a path of 8 KiB of `a`.
    static func hostile() -> (AppleMatcher, LinkURL)? {
        let json =
            #"{"applinks":{"details":[{"appIDs":["\#(app)"],"components":[{"/":"/*a*a*a*a*a*a*a*a*b"}]}]}}"#
        guard let document = try? AppleDocument(Array(json.utf8)),
            let url = try? LinkURL("https://go.shop.example/" + String(repeating: "a", count: 8_192))
        else { return nil }
        return (AppleMatcher(document), url)
    }

    /// A table with one iOS app: of each section a page, an item, a number, a rest and a page that stays in browsers.
    static func routeSet(count: Int) -> RouteSet? {
        routeSet(
            patterns: (0..<count).map { index in
                let section = "/section\(index / 5)"
                let forms = ["/new", "/{id:int}", "/{id}/reviews", "", "/all/{rest*}"]
                return section + forms[index % 5]
            })
    }

    /// A table of routes, of which every fifth opens no app.
    static func routeSet(patterns: [String]) -> RouteSet? {
        guard let name = AppName("shop"), let appID = AppID(app),
            let web = try? URLTemplate("https://www.shop.example/")
        else { return nil }
        var routes: [Route] = []
        for (index, text) in patterns.enumerated() {
            guard let name = RouteName("route\(index)"), let pattern = try? RoutePattern(text) else { return nil }
            routes.append(
                Route(
                    name: name, pattern: pattern, opens: index % 5 == 0 ? .none : .all,
                    destination: .web(web)))
        }
        return RouteSet(
            fallback: web, apps: [App(name: name, identity: .ios(appID, storeID: nil))], routes: routes)
    }
}
