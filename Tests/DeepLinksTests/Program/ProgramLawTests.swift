import Platform
import TestSupport
import Testing

@testable import DeepLinks

@Suite struct ProgramLawTests {
    /// What fails is found again by its seed.
    static let seeds = Array(UInt64(0)..<4)

    @Test(arguments: seeds)
    func `a program agrees with the rules written plainly`(seed: UInt64) throws {
        var generated = GeneratedRoutes(generator: SeededGenerator(seed: seed))
        var (routes, links) = (0, 0)
        for _ in 0..<40 {
            let set = try generated.set()
            let program = RouteProgram(set)
            let reference = ReferenceRouter(set: set)
            for _ in 0..<40 {
                let (path, query) = generated.target(set)
                let time = UnixTime(seconds: generated.chance(50) ? 75 : 0)
                let answer = program.answer(path: Array(path.utf8), query: Array(query.utf8), at: time)
                let expected = reference.answer(path, query, at: time)
                #expect(answer == expected, "\(path)?\(query) in \(set.routes.map(\.pattern.text))")
                if case .location(_, .route, _) = answer { routes += 1 }
                if case .link = answer { links += 1 }
            }
        }
        #expect(routes > 300 && links > 5, "the generator misses: \(routes), \(links)")
    }

    @Test(arguments: seeds)
    func `no input changes where a Location leads (invariant 6)`(seed: UInt64) throws {
        var generated = GeneratedRoutes(generator: SeededGenerator(seed: seed &+ 100))
        for _ in 0..<40 {
            let set = try generated.set()
            let program = RouteProgram(set)
            for _ in 0..<20 {
                let (path, query) = generated.target(set)
                guard
                    case .location(let text, _, let route) = program.answer(
                        path: Array(path.utf8), query: Array(query.utf8))
                else { continue }
                var template = set.fallback
                let isRoot = path.allSatisfy { $0 == "/" }
                if isRoot, let root = set.root?.template { template = root }
                if let route, case .web(let web) = set.routes[route].destination { template = web }
                #expect(text.hasPrefix(template.origin))
                let behind = text.dropFirst(template.origin.count)
                #expect(behind.isEmpty || ["/", "?", "#"].contains(behind.prefix(1)))
                #expect(text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F }, "\(text)")
                let pathText = behind.prefix { $0 != "?" && $0 != "#" }
                let segments = pathText.split(separator: "/", omittingEmptySubsequences: true)
                #expect(!segments.contains { PercentEncoding.isDotSegment($0.utf8) }, "\(text)")
                guard !template.path.contains(.path), route.map({ set.routes[$0].pattern.rest == nil }) ?? true else {
                    continue
                }
                let slashes = template.path.map { piece in
                    if case .literal(let literal) = piece { literal.count { $0 == "/" } } else { 0 }
                }
                #expect(pathText.count { $0 == "/" } == slashes.reduce(0, +), "\(text)")
            }
        }
    }

    @Test(arguments: seeds)
    func `an explanation says what the program does`(seed: UInt64) throws {
        var generated = GeneratedRoutes(generator: SeededGenerator(seed: seed &+ 200))
        for _ in 0..<20 {
            let set = try generated.set()
            for _ in 0..<20 {
                let (path, query) = generated.target(set)
                guard path.hasPrefix("/"), let url = try? LinkURL("https://go.acme.example\(path)?\(query)"),
                    url.path.elementsEqual(path.utf8)
                else { continue }
                let answer = set.answer(path: Array(path.utf8), query: Array(query.utf8))
                let explanation = set.explain(url, time: UnixTime(seconds: 0)) { _, _ in nil }
                var decided: Int?
                switch answer {
                case .location(let text, let reason, let route):
                    #expect(explanation.outcome == .redirect(status: 302, maxAge: 0, location: text))
                    #expect(explanation.reason == reason)
                    decided = route
                case .notFound(let reason):
                    #expect(explanation.reason == reason)
                    #expect(explanation.outcome == .notFound)
                    if reason == .badPath { continue }
                    decided = explanation.route.flatMap { name in set.routes.firstIndex { $0.name == name } }
                case .link(_, let route):
                    #expect(explanation.reason == .unknownLink)
                    decided = route
                }
                #expect(explanation.route == decided.map { set.routes[$0].name })
                // Every earlier route has a reason, so none of them could have decided.
                #expect(explanation.passed.map(\.name) == set.routes.prefix(decided ?? set.routes.count).map(\.name))
            }
        }
    }

    @Test func `printing a pattern and reading it again changes nothing`() throws {
        var generated = GeneratedRoutes(generator: SeededGenerator(seed: 7))
        for _ in 0..<2000 {
            let pattern = try generated.pattern()
            let again = try RoutePattern(pattern.text)
            #expect(again == pattern)
            #expect(again.segments == pattern.segments && again.items == pattern.items && again.rest == pattern.rest)
        }
    }

    @Test func `a program is position independent, repeatable and fits for 500 routes`() throws {
        let set = try RouteSet.of(
            (0..<500).map { ("/section\($0 % 50)/page\($0)/{id}", "https://to.example/\($0)/{id}") })
        let program = RouteProgram(set)
        #expect(program == RouteProgram(set))
        #expect(program.words.count * 4 + program.text.count < 100_000)
        #expect(set.answer("/section49/page499/x") == .location("https://to.example/499/x", .route, route: 499))
        #expect(set.answer("/section48/page499/x") == .location("https://home.example/", .fallback, route: nil))
    }
}
