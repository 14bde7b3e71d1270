import Testing

@testable import DeepLinks

/// What becomes of the query: by templates and by links' own URLs alike.
@Suite struct QueryPolicyTests {
    static let utm = CampaignDefaults(["source": "mail", "medium": "a%20b"])

    static let cases: [(String, String, QueryPolicy, CampaignDefaults, String)] = [
        ("https://w.example/p?x=1#s", "a=1&x=2", .keep, CampaignDefaults(), "https://w.example/p?x=1&a=1#s"),
        ("https://w.example/p?x=1#s", "a=1&x=2", .drop, CampaignDefaults(), "https://w.example/p?x=1#s"),
        ("https://w.example/p", "a=1", .drop, CampaignDefaults(), "https://w.example/p"),
        (
            "https://w.example/p", "a=1&b=2&%61=3&c=4", .only(["a", "c"]), CampaignDefaults(),
            "https://w.example/p?a=1&%61=3&c=4"
        ),
        // Case 51: what is stored wins, compared on the decoded name.
        (
            "https://w.example/p?a=0", "a=1&%61=2&c=4", .only(["a", "c"]), CampaignDefaults(),
            "https://w.example/p?a=0&c=4"
        ),
        ("https://w.example/p", "", .keep, utm, "https://w.example/p?utm_source=mail&utm_medium=a%20b"),
        ("https://w.example/p#s", "a=1", .keep, utm, "https://w.example/p?a=1&utm_source=mail&utm_medium=a%20b#s"),
        ("https://w.example/p", "utm_source=x", .keep, utm, "https://w.example/p?utm_source=x&utm_medium=a%20b"),
        ("https://w.example/p", "utm%5Fsource=x", .keep, utm, "https://w.example/p?utm%5Fsource=x&utm_medium=a%20b"),
        ("https://w.example/p?utm_medium=y", "", .keep, utm, "https://w.example/p?utm_medium=y&utm_source=mail"),
        ("https://w.example/p", "utm_source=x", .drop, utm, "https://w.example/p?utm_source=mail&utm_medium=a%20b"),
        (
            "https://w.example/p", "utm_source=x", .only(["a"]), utm,
            "https://w.example/p?utm_source=mail&utm_medium=a%20b"
        ),
        (
            "https://w.example/p", "utm_source=x", .only(["utm_source"]), utm,
            "https://w.example/p?utm_source=x&utm_medium=a%20b"
        ),
        // Case 50: no separator is doubled.
        ("https://w.example/p?", "", .keep, utm, "https://w.example/p?utm_source=mail&utm_medium=a%20b"),
        ("https://w.example/p?x=1&", "", .drop, utm, "https://w.example/p?x=1&utm_source=mail&utm_medium=a%20b"),
    ]

    @Test(arguments: cases)
    func `a template and a link keep the query alike`(
        destination: String, query: String, policy: QueryPolicy, campaign: CampaignDefaults, location: String
    ) throws {
        var set = try RouteSet.of([("/t", destination), ("/s/{slug}", "links")])
        for index in set.routes.indices {
            set.routes[index].query = policy
            set.routes[index].campaign = campaign
        }
        let suffix = query.isEmpty ? "" : "?\(query)"
        #expect(set.answer("/t" + suffix) == .location(location, .route, route: 0))
        let program = RouteProgram(set)
        let writer = LocationText(program: program, host: "", path: Array("/s/x".utf8), query: Array(query.utf8))
        #expect(writer.link(Array(destination.utf8), LinkRequest(route: 1)) == location)
    }

    @Test func `a template with the whole query has it whatever the policy says`() throws {
        var set = try RouteSet.of([("/t", "https://w.example/p?{query}")])
        set.routes[0].query = .drop
        set.routes[0].campaign = Self.utm
        let expected = "https://w.example/p?utm_source=x&a=1&utm_medium=a%20b"
        #expect(set.answer("/t?utm_source=x&a=1") == .location(expected, .route, route: 0))
    }
}
