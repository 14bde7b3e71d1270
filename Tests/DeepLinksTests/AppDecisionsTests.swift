import DeepLinks
import Testing

@Suite struct AppDecisionsTests {
    @Test func `a match has the captures of path and query, undecoded`() throws {
        let route = Route(
            name: try #require(RouteName("a")), pattern: try RoutePattern("/a/{id}/x-{part}?q={q}&z={z?}"),
            destination: .web(try URLTemplate("https://www.acme.example/")))
        let decisions = AppDecisions(
            RouteSet(
                optOut: OptOut(queryItem: "web", fragment: "web"),
                fallback: try URLTemplate("https://www.acme.example/"),
                routes: [route]))
        let match = decisions.match(try LinkURL("https://h.example/a/1%2F2/x-y//?q=a+b&q=c"))
        #expect(match?.route == 0)
        #expect(match?.captures.map(\.name) == ["id", "part", "q", "z"])
        #expect(match?.captures.map(\.value) == ["1%2F2", "y", "a+b", ""])
        #expect(decisions.match(try LinkURL("https://h.example/a/1/x-y?q=a#web")) == nil)
        #expect(decisions.match(try LinkURL("https://h.example/a/1/x-y")) == nil)
        #expect(decisions.match(try LinkURL("https://h.example/robots.txt")) == nil)
    }
}
