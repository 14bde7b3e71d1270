import Platform
import Testing

@testable import DeepLinks

@Suite struct LinkResolutionTests {
    @Test(
        arguments: [
            ("/s/AbC", false, .link(slug: "AbC", route: 0)),
            ("/s/AbC", true, .link(slug: "abc", route: 0)),
            ("/s/%EA%B5%AC", false, .link(slug: "구", route: 0)),
            ("/s/%ea%b5%ac", false, .link(slug: "구", route: 0)),
            ("/s/구", false, .link(slug: "구", route: 0)),
            ("/s/a%2Fb%2520", false, .link(slug: "a/b%20", route: 0)),
            ("/s/%FF", false, .notFound(.badPath)),
            ("/s/", false, .location("https://home.example/", .fallback, route: nil)),
            ("/q?id=AbC&x=1", true, .link(slug: "abc", route: 1)),
            ("/q?id=%FF", false, .notFound(.unknownLink)),
            ("/q?id=%00", false, .notFound(.unknownLink)),
            ("/q?id=%4", false, .notFound(.unknownLink)),
        ] as [(String, Bool, Answered)]
    )
    func `a slug is decoded once and folded where the domain folds (cases 69, 70, 93)`(
        target: String, folds: Bool, expected: Answered
    ) throws {
        let set = try RouteSet.of([("/s/{slug}", "links"), ("/q?id={slug}", "links")], folds: folds)
        #expect(set.answer(target) == expected)
    }

    @Test func `a slug has at most 255 bytes`() throws {
        let set = try RouteSet.of([("/s/{slug}", "links")])
        let longest = String(repeating: "a", count: 255)
        #expect(set.answer("/s/" + longest) == .link(slug: longest, route: 0))
        #expect(set.answer("/s/a" + longest) == .notFound(.unknownLink))
    }

    @Test func `a route of links without a capture knows no link`() throws {
        #expect(try RouteSet.of([("/s", "links")]).answer("/s") == .notFound(.unknownLink))
    }

    @Test func `the link decides`() throws {
        var set = try RouteSet.of([("/s/{slug}", "links")])
        set.routes[0].redirect = RedirectPolicy(status: 301, maxAge: 600)
        let program = RouteProgram(set)
        let request = LinkRequest(route: 0)
        let step = { (link: LinkAnswer, seconds: Int64) in
            let nothing: [UInt8] = []
            return program.view.decide(
                link: link, request: request, time: UnixTime(seconds: seconds), path: nothing.span,
                query: nothing.span, captures: Captures())
        }
        let redirect = { (maxAge: Int) in
            LinkStep.decided(
                Decision(
                    answer: .redirect(Redirect(status: 301, maxAge: maxAge, target: .link)), reason: .link, route: 0)
            )
        }
        #expect(step(.url(expires: nil), 0) == redirect(600))
        #expect(step(.url(expires: 1_000_000_000), 100) == redirect(600))
        #expect(step(.url(expires: 1_000_000_000), 900) == redirect(100))
        #expect(step(.path(expires: nil), 0) == .reenter)
        for link in [LinkAnswer.url(expires: 1_000_000_000), .path(expires: 1_000_000_000)] {
            #expect(step(link, 1000) == .decided(Decision(answer: .notFound, reason: .expiredLink, route: 0)))
        }
        #expect(step(.unknown, 0) == .decided(Decision(answer: .notFound, reason: .unknownLink, route: 0)))
    }

    @Test func `a link's path goes through the routes once`() throws {
        let set = try RouteSet.of([("/s/{slug}", "links"), ("/p/{id}?c={c?}", "https://w.example/{id}?c={c}")])
        let program = RouteProgram(set)
        let (link, query) = (Array("/p/7?c=red".utf8), Array("c=blue&utm=1".utf8))
        let path = LinkPath(destination: link.span, query: query.span)
        var captures = Captures()
        let resolution = program.view.resolve(
            path: path.path, query: path.query, client: Client(), time: UnixTime(seconds: 0), captures: &captures,
            isReentry: true
        )
        guard case .decided(let decision) = resolution else {
            Issue.record("\(resolution)")
            return
        }
        #expect(decision.route == 1)
        let again = LinkPath(destination: Array("/s/x".utf8).span, query: query.span)
        let loop = program.view.resolve(
            path: again.path, query: again.query, client: Client(), time: UnixTime(seconds: 0), captures: &captures,
            isReentry: true
        )
        #expect(loop == .decided(Decision(answer: .notFound, reason: .linkToLink, route: 0)))
    }
}
