import Platform
import TestSupport
import Testing

@testable import Gateway

/// What a browser gets for a path of a tenant, byte for byte.
@Suite struct RedirectTests {
    @Test(
        arguments: [
            ("/items/7", "https://www.shop.example/i/7?ref=7"),
            // Case 66: a capture keeps its encoding.
            ("/items/a%2Fb%3Fx", "https://www.shop.example/i/a%2Fb%3Fx?ref=a%2Fb%3Fx"),
            ("/items/a&b=c", "https://www.shop.example/i/a&b=c?ref=a%26b%3Dc"),
            // Cases 47, 48 and 53: what is stored is sent.
            ("/signed", "https://pay.shop.example/t?e=a%2Bb%2Fc%3D&cct=%24+13%0Ar&id=7#top"),
            // Cases 50 and 51: the request's query follows the stored one, ahead of the fragment.
            ("/signed?utm=z", "https://pay.shop.example/t?e=a%2Bb%2Fc%3D&cct=%24+13%0Ar&id=7&utm=z#top"),
            ("/signed?id=8&%69d=9&x=1", "https://pay.shop.example/t?e=a%2Bb%2Fc%3D&cct=%24+13%0Ar&id=7&x=1#top"),
            ("/bare?utm=z", "https://www.shop.example/p?utm=z"),
            ("/bare?", "https://www.shop.example/p?"),
            ("/bare", "https://www.shop.example/p?"),
            ("/docs/a/b%2Fc?x=1", "https://docs.shop.example/a/b%2Fc?x=1"),
            ("/docs", "https://docs.shop.example/"),
            // Case 52: no question mark, no query.
            ("/signed&utm_source=soup", "https://www.shop.example/"),
            // Case 68: slashes at the end do not count, an empty segment matches no route.
            ("/items/7/", "https://www.shop.example/i/7?ref=7"),
            ("/items/7//", "https://www.shop.example/i/7?ref=7"),
            ("/items//7", "https://www.shop.example/"),
            ("//items/7", "https://www.shop.example/"),
            ("/", "https://www.shop.example/"),
            // Case 54: no Location leads to another host.
            ("//evil.example/", "https://www.shop.example/"),
            ("///evil.example//", "https://www.shop.example/"),
            // Case 65: what is encoded twice is text.
            ("/items/%252e%252e", "https://www.shop.example/i/%252e%252e?ref=%252e%252e"),
            // Case 70.
            ("/caf%C3%A9", "https://www.shop.example/caf%C3%A9"),
            // Case 137: the gateway's own paths are on other listeners; here they are ordinary.
            ("/healthz", "https://www.shop.example/health"),
            ("/metrics", "https://www.shop.example/"),
            ("/livez", "https://www.shop.example/"),
            ("/readyz?x=1", "https://www.shop.example/?x=1"),
            // A route whose time is over is passed over.
            ("/season", "https://www.shop.example/"),
            ("/nothing?q=1", "https://www.shop.example/?q=1"),
            // RFC 9112 section 3.2.2: the target's host has precedence.
            ("http://go.shop.example:8080/items/7", "https://www.shop.example/i/7?ref=7"),
            ("https://go.shop.example", "https://www.shop.example/"),
            ("http://go.blog.example/x/y", "https://www.blog-web.example/all/x/y"),
        ]
    )
    func `a path is redirected where the routes say`(target: String, location: String) throws {
        let gateway = try GatewayFixture()
        let response = try gateway.ask(target)
        #expect(response.head == redirect(location))
        #expect(response.body == "")
    }

    @Test(
        arguments: [
            ("/old/7", "301 Moved Permanently", "public, max-age=3600", "https://www.shop.example/new/7"),
            ("/see", "303 See Other", "no-store", "https://www.shop.example/see"),
            ("/keep", "307 Temporary Redirect", "public, max-age=60", "https://www.shop.example/keep"),
            ("/ever", "308 Permanent Redirect", "public, max-age=31536000", "https://www.shop.example/ever"),
        ]
    )
    func `status and age are the route's (case 75)`(
        target: String, status: String, caching: String, location: String
    ) throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.ask(target).head == redirect(location, status, caching))
    }

    @Test(
        arguments: [
            // Case 65: dot segments and backslashes, in any spelling.
            "/public/../admin", "/public/%2e%2e/admin", "/public/.%2E/admin", "/a/./b", "/docs/%2e", "/docs/..",
            "/public/..%5cadmin",
            // Cases 70 and 93: bad escapes, no UTF-8, control characters.
            "/%FF", "/%E0%80%AF", "/%00", "/a%00b", "/items/%0d%0aSet-Cookie:%20a=b", "/items/%", "/items/%4", "/%zz",
        ]
    )
    func `a path that no URL should have is not found, ahead of routes and fallback`(target: String) throws {
        let gateway = try GatewayFixture()
        for host in ["go.shop.example", "go.blog.example"] {
            let response = try gateway.ask(target, host: host)
            #expect(response.head == notFound)
            #expect(response.body == Page.notFound.description)
        }
    }

    @Test func `control characters in a query stay encoded or away (case 93)`() throws {
        let gateway = try GatewayFixture()
        #expect(
            try gateway.ask("/see?y=%00&z=%0d%0aX:1").fields["location"]
                == "https://www.shop.example/see?y=%00&z=%0d%0aX:1")
    }

    @Test func `letters fold where the domain says so, and its fallback is its own`() throws {
        let gateway = try GatewayFixture()
        let host = "fold.shop.example"
        #expect(try gateway.ask("/ITEMS/Ab", host: host).head == redirect("https://www.shop.example/i/Ab?ref=Ab"))
        #expect(
            try gateway.ask("/nowhere?x=1", host: host).head
                == redirect("https://www.shop.example/lost?from=fold&x=1"))
        #expect(try gateway.ask("/ITEMS/Ab").head == redirect("https://www.shop.example/"))
    }

    @Test(arguments: ["/p/1", "/", "/c/one", "/p/1?x=1", "/../x", "/metrics"])
    func `a suspended tenant's paths are not found`(target: String) throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.ask(target, host: "go.closed.example").head == notFound)
    }

    @Test(
        arguments: [
            ("GET /see HTTP/1.0\r\nHost: go.shop.example\r\n\r\n", "close"),
            ("GET /see HTTP/1.0\r\nHost: go.shop.example\r\nConnection: keep-alive\r\n\r\n", "keep-alive"),
        ]
    )
    func `an HTTP 1.0 client gets a length and its connection as it asked for it (case 94)`(
        request: String, connection: String
    ) throws {
        let gateway = try GatewayFixture()
        let client = try gateway.connect()
        let expected = redirect("https://www.shop.example/see", "303 See Other") + ["Connection: \(connection)"]
        #expect(client.exchange(request).head == expected)
        guard connection == "close" else {
            #expect(client.exchange(request).head == expected)
            return
        }
        #expect(client.receiveAll() == "")
    }

    @Test func `an HTTP 1.0 request without Host asks for no tenant (case 61)`() throws {
        let gateway = try GatewayFixture()
        let response = try gateway.connect().exchange("GET /see HTTP/1.0\r\n\r\n")
        #expect(response.head == notFound + ["Connection: close"])
    }
}
