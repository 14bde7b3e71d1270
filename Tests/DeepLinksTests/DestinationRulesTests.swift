import DeepLinks
import Testing

@Suite struct DestinationRulesTests {
    @Test(arguments: [
        ("WWW.Shop.Example.", "www.shop.example"), ("*.shop.example", "*.shop.example"),
        ("printer.local", "printer.local"),
        ("bücher.example", "xn--bcher-kva.example"), ("intranet", "intranet"),
    ])
    func `a host has one spelling`(text: String, canonical: String) throws {
        #expect(try DestinationHost(text).text == canonical)
        #expect(try DestinationHost(canonical).text == canonical)
    }

    @Test(arguments: ["127.0.0.1", "0x7f.1", "[::1]", "a..b", "*", "*.", "shop.example/x", "shop.example:80", ""])
    func `what is no host is refused`(text: String) {
        #expect(throws: RuleViolation.self) { try DestinationHost(text) }
    }

    // Case 57.
    @Test(arguments: [
        ("https://www.shop.example/a", true), ("https://any.example/", true), ("http://old.shop.example/", true),
        ("http://old.shop.example.:8080/", true), ("http://a.in.example/", true), ("http://in.example/", false),
        ("http://www.shop.example/", false),
    ])
    func `http is for the hosts that are named`(url: String, isAllowed: Bool) throws {
        let rules = DestinationRules(
            httpHosts: [try DestinationHost("old.shop.example"), try DestinationHost("*.in.example")])
        #expect((rules.refusal(of: try WebURL(url)) == nil) == isAllowed)
    }

    @Test(arguments: [
        ("https://www.shop.example/a", true), ("https://a.b.shop.example/", true), ("https://shop.example/", false),
        ("https://eshop.example/", false), ("https://www.shop.example.evil.example/", false),
    ])
    func `a list of hosts leaves out all others`(url: String, isAllowed: Bool) throws {
        let rules = DestinationRules(hosts: [try DestinationHost("*.shop.example")])
        #expect((rules.refusal(of: try WebURL(url)) == nil) == isAllowed)
    }

    @Test func `every destination of a tenant is looked at`() throws {
        let text = """
            { version: 1, tenants: [{ name: 'shop', web: 'https://a.example/', destinationHosts: ['www.shop.example'],
              platforms: { ios: 'https://b.example/' },
              domains: [{ host: 'go.shop.example', attested: true, fallback: 'https://c.example/',
                platforms: { android: 'https://d.example/' } }],
              routes: [{ name: 'p', pattern: '/p', web: 'https://e.example/', platforms: { linux: 'https://f.example/' } },
                { name: 'q', pattern: '/q', web: 'https://www.shop.example/' }, { name: 'c', pattern: '/c/{s}', links: true }],
            }] }
            """
        let part = try FleetDocument(reading: Array(text.utf8)).file.tenants[0]
        #expect(
            try part.applied(to: nil).refusals().map(\.path.description) == [
                "web", "platforms.ios", #"domains["go.shop.example"].fallback"#,
                #"domains["go.shop.example"].platforms.android"#, #"routes["p"].web"#, #"routes["p"].platforms.linux"#,
            ])
    }

    @Test func `links are looked at too`() throws {
        let text = """
            { version: 1, tenants: [{ name: 'shop', web: 'https://www.shop.example/', destinationHosts: ['www.shop.example'],
              domains: [{ host: 'go.shop.example', attested: true }],
              routes: [{ name: 'c', pattern: '/c/{s}', links: true }],
              links: [{ url: 'https://go.shop.example/c/a', to: 'https://evil.example/' },
                { url: 'https://go.shop.example/c/b', to: 'http://www.shop.example/' },
                { url: 'https://go.shop.example/c/d', to: 'https://www.shop.example/' }],
            }] }
            """
        let part = try FleetDocument(reading: Array(text.utf8)).file.tenants[0]
        #expect(
            try part.applied(to: nil).refusals().map(\.path.description) == [
                #"links["https://go.shop.example/c/a"].to"#, #"links["https://go.shop.example/c/b"].to"#,
            ])
    }
}
