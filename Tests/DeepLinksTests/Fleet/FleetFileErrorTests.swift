import DeepLinks
import JSONText
import Testing

/// Bad fleet files and the exact text of their refusals.
@Suite struct FleetFileErrorTests {
    struct Case: CustomTestStringConvertible {
        let name: String
        let text: String
        let error: String
        var testDescription: String { name }
    }

    static let cases: [Case] = [
        Case(name: "nothing", text: "", error: "line 1, column 1, at $: expected a value, found an empty text"),
        Case(
            name: "a missing comma", text: "{ version: 1 tenants: [] }",
            error: #"line 1, column 14, at $: expected "," or "}", found "tenants""#
        ),
        Case(name: "a list", text: "[]", error: "line 1, column 1, at $: expected an object, found an array"),
        Case(
            name: "no version", text: "{ tenants: [] }",
            error: #"line 1, column 1, at $: the name "version" is missing"#
        ),
        Case(
            name: "a later version", text: "{ version: 2, tenants: [] }",
            error: "line 1, column 12, at $.version: this version of Postern reads version 1 of the format"
        ),
        Case(
            name: "a version in quotes", text: "{ version: '1', tenants: [] }",
            error: "line 1, column 12, at $.version: expected an integer of 64 bits, found a string"
        ),
        Case(
            name: "a misspelt key", text: "{ version: 1, tenant: [] }",
            error: #"line 1, column 15, at $.tenant: unknown name "tenant"; did you mean "tenants"?"#
        ),
        Case(
            name: "a key given twice", text: "{ version: 1, tenants: [], version: 1 }",
            error: #"line 1, column 28, at $.version: the name "version" comes twice; first at line 1, column 3"#
        ),
        inTenant(
            "a bad name", "name: 'Shop', web: 'https://shop.example/'",
            #"at $.tenants[0].name: "Shop": a tenant's name is 1 to 63 of a-z, 0-9 and -, begins with a letter and does "#
                + "not end with -"
        ),
        inTenant("no name", "web: 'https://shop.example/'", #"at $.tenants[0]: the name "name" is missing"#),
        inTenant(
            "suspended as text", "name: 'shop', suspended: 'no'",
            "at $.tenants[0].suspended: expected true or false, found a string"
        ),
        inTenant(
            "a limit of nothing", "name: 'shop', limits: { links: 0 }",
            "at $.tenants[0].limits.links: expected an integer from 1 to 1000000000, found 0"
        ),
        inTenant(
            "null for a list", "name: 'shop', routes: null", "at $.tenants[0].routes: expected an array, found null"
        ),
        inTenant(
            "an unknown platform", "name: 'shop', apps: [{ platform: 'iOS' }]",
            #"at $.tenants[0].apps[0].platform: unknown value "iOS"; did you mean "ios"?"#
        ),
        inTenant(
            "a short app ID prefix", "name: 'shop', apps: [{ platform: 'ios', appID: 'ABC.example.shop' }]",
            #"at $.tenants[0].apps[0].appID: "ABC.example.shop": an app ID is the application identifier prefix (ten of "#
                + "A-Z and 0-9), a dot and the bundle ID"
        ),
        inTenant(
            "a package for iOS",
            "name: 'shop', apps: [{ platform: 'ios', appID: '7Q2MX9RK4T.example.shop', package: 'example.shop' }]",
            "at $.tenants[0].apps[0].package: an app for ios has no package"
        ),
        inTenant(
            "a fingerprint of SHA-1",
            "name: 'shop', apps: [{ platform: 'android', package: 'example.shop', fingerprints: ['14:6D'] }]",
            #"at $.tenants[0].apps[0].fingerprints[0]: "14:6D": a fingerprint is SHA-256: 32 octets in hex, parted by "#
                + "colons"
        ),
        inTenant(
            "a scheme that browsers know",
            "name: 'shop', apps: [{ platform: 'ios', appID: '7Q2MX9RK4T.example.shop', scheme: 'javascript' }]",
            #"at $.tenants[0].apps[0].scheme: "javascript": a scheme is a letter and then letters, digits, '+', '-' and "#
                + "'.', at most 64, without ://, and none that browsers and systems give a meaning of their own"
        ),
        inTenant(
            "an opt-out without fragment", "name: 'shop', domains: [{ host: 'a.example', optOut: { query: 'web' } }]",
            #"at $.tenants[0].domains[0].optOut: the name "fragment" is missing"#
        ),
        inTenant(
            "a domain given twice", "name: 'shop', domains: [{ host: 'a.example' }, { host: 'a.example' }]",
            #"at $.tenants[0].domains[1]: "a.example": the domain comes twice; first at line 1, column 51"#
        ),
        inTenant(
            "a platform that is none", "name: 'shop', platforms: { iOS: 'store' }",
            #"at $.tenants[0].platforms.iOS: unknown name "iOS"; did you mean "ios"?"#
        ),
        inTenant(
            "a script as a platform's destination (case 57)", "name: 'shop', platforms: { ios: 'javascript:alert(1)' }",
            #"at $.tenants[0].platforms.ios: "javascript:alert(1)": a platform's destination is web, store, page or an "#
                + "https:// template"
        ),
        inTenant(
            "an app's scheme as a platform's destination (case 81)", "name: 'shop', platforms: { other: 'myapp://x' }",
            #"at $.tenants[0].platforms.other: "myapp://x": a destination begins with https:// or http:// (at byte 0)"#
        ),
        inTenant(
            "a query policy that is none",
            "name: 'shop', routes: [{ name: 'a', pattern: '/a', web: 'https://a.example/', query: 'all' }]",
            #"at $.tenants[0].routes[0].query: "all": query is "keep", "drop" or a list of item names"#
        ),
        inTenant(
            "a route to nowhere", "name: 'shop', routes: [{ name: 'a', pattern: '/a' }]",
            "at $.tenants[0].routes[0]: a route needs web, the page for a browser, or links: true"
        ),
        inTenant(
            "a route to both",
            "name: 'shop', routes: [{ name: 'a', pattern: '/a/{b}', links: true, web: 'https://shop.example/' }]",
            "at $.tenants[0].routes[0].web: a route has either web or links: true"
        ),
        inTenant(
            "a route that opens yes",
            "name: 'shop', routes: [{ name: 'a', pattern: '/a', opens: 'yes', web: 'https://shop.example/' }]",
            #"at $.tenants[0].routes[0].opens: "yes": opens is "all", "none" or a list of app names"#
        ),
        inTenant(
            "a route name with a dash",
            "name: 'shop', routes: [{ name: 'a-b', pattern: '/a', web: 'https://shop.example/' }]",
            #"at $.tenants[0].routes[0].name: "a-b": a route's name is dotted lower camel case, like profile.settings, of "#
                + "at most 100 bytes"
        ),
        inTenant(
            "a misspelt route key",
            "name: 'shop', routes: [{ name: 'a', patern: '/a', web: 'https://shop.example/' }]",
            #"at $.tenants[0].routes[0].patern: unknown name "patern"; did you mean "pattern"?"#
        ),
        inTenant(
            "a time without offset",
            "name: 'shop', routes: [{ name: 'a', pattern: '/a', web: 'https://a.example/', ends: '2027-01-01' }]",
            #"at $.tenants[0].routes[0].ends: "2027-01-01": a time is RFC 3339 with an offset, like 2027-06-01T00:00:00Z"#
        ),
        inTenant(
            "a destination on the next host",
            "name: 'shop', links: [{ url: 'https://a.example/c/x', to: '//b.example/' }]",
            #"at $.tenants[0].links[0].to: "//b.example/": a path begins with one slash: two would name another host (at "#
                + "byte 1)"
        ),
    ]

    /// A file with one tenant on one line; the expected line and column are found by the path.
    private static func inTenant(_ name: String, _ tenant: String, _ error: String) -> Case {
        Case(name: name, text: "{ version: 1, tenants: [{ \(tenant) }] }", error: error)
    }

    @Test(arguments: cases) func `a bad file is refused in one line`(_ test: Case) throws {
        let error = try #require(throws: FleetFileError.self) {
            try FleetDocument(reading: Array(test.text.utf8))
        }
        #expect(error.refusals.count == 1)
        let text = error.description
        #expect(!text.contains("\n"))
        if test.error.hasPrefix("at ") {
            #expect(text.hasPrefix("line 1, column ") && text.hasSuffix(", \(test.error)"), "\(text)")
        } else {
            #expect(text == test.error)
        }
    }

    @Test func `all refusals of a file come at once, in its order`() throws {
        let text = """
            {
              version: 1,
              tenants: [
                { name: "A", web: "https://a.example/" },
                { name: "b", apps: [{ platform: "ios", appID: "x" }], suspended: 1 },
              ],
            }
            """
        let error = try #require(throws: FleetFileError.self) { try FleetDocument(reading: Array(text.utf8)) }
        #expect(
            error.refusals.map { "\($0.position) \($0.path)" } == [
                "line 4, column 13 $.tenants[0].name",
                "line 5, column 51 $.tenants[1].apps[0].appID",
                "line 5, column 70 $.tenants[1].suspended",
            ])
    }

    @Test func `a hostile value cannot break out of its line`() throws {
        let text = #"{ version: 1, tenants: [{ name: "a\n\u202Eb\u0007" }] }"#
        let error = try #require(throws: FleetFileError.self) { try FleetDocument(reading: Array(text.utf8)) }
        #expect(error.description.contains(#""a\u{a}\u{202e}b\u{7}": "#))
    }

    @Test func `a file that is wrong everywhere is refused a hundred times at most`() throws {
        let list = String(repeating: "{},", count: 5000)
        let error = try #require(throws: FleetFileError.self) {
            try FleetDocument(reading: Array("{ version: 1, tenants: [\(list)] }".utf8))
        }
        #expect(error.refusals.count == 100)
    }
}
