import DeepLinks
import Testing

/// A Location that is the request's own URL is recognised in every spelling (cases 72 and 91).
@Suite struct OwnURLTests {
    @Test(arguments: [
        ("https://go.shop.example/a?b=c", true), ("http://go.shop.example/a?b=c", true),
        ("https://GO.shop.example./a?b=c", true), ("https://go.shop.example:443/a?b=c#d", true),
        ("https://go.shop.example/a?b=d", false), ("https://go.shop.example/a", false),
        ("https://go.shop.example/a/?b=c", false), ("https://go.shop.example:8443/a?b=c", false),
        ("https://go.shop.example.evil.example/a?b=c", false), ("https://ago.shop.example/a?b=c", false),
        ("ftp://go.shop.example/a?b=c", false), ("", false),
    ])
    func `of a request for a path and a query`(location: String, isOwn: Bool) {
        #expect(Self.isSame(location, "/a", "b=c") == isOwn)
    }

    @Test(arguments: [
        ("https://go.shop.example", true), ("https://go.shop.example/", true), ("https://go.shop.example?", true),
        ("https://go.shop.example/?#x", true), ("https://go.shop.example/?x", false),
    ])
    func `of a request for the root`(location: String, isOwn: Bool) {
        for path in ["", "/"] { #expect(Self.isSame(location, path, "") == isOwn) }
    }

    @Test(arguments: [
        ("https://go.shop.example:8443/a", true), ("http://go.shop.example:8443/a#x", true),
        ("https://go.shop.example/a", true), ("https://go.shop.example:443/a", true),
        ("https://go.shop.example:8444/a", false), ("https://go.shop.example:84430/a", false),
        ("https://go.shop.example:844/a", false), ("https://go.shop.example:8443", false),
        ("https://go.shop.example:/a", false),
    ])
    func `of a request that names its port`(location: String, isOwn: Bool) {
        #expect(Self.isSame(location, "/a", "", port: 8443) == isOwn)
    }

    private static func isSame(_ location: String, _ path: String, _ query: String, port: UInt16 = 0) -> Bool {
        let (location, host) = (Array(location.utf8), Array("go.shop.example".utf8))
        let (path, query) = (Array(path.utf8), Array(query.utf8))
        let isSame = OwnURL.isSame(location.span, host: host.span, port: port, path: path.span, query: query.span)
        // What the quick question denies is never the same.
        #expect(!isSame || OwnURL.hasHost(location.span, host.span))
        return isSame
    }
}
