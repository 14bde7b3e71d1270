import TestSupport
import Testing

@testable import Gateway

/// Whose content a host is given.
@Suite struct HostTests {
    @Test(
        arguments: [
            // Case 63: spellings of one host.
            ("go.shop.example", "https://www.shop.example/"), ("GO.Shop.EXAMPLE", "https://www.shop.example/"),
            ("go.shop.example.", "https://www.shop.example/"), ("go.shop.example:443", "https://www.shop.example/"),
            ("go.shop.example.:443", "https://www.shop.example/"), ("go.shop.example:", "https://www.shop.example/"),
            // A wildcard stands for one label, and an exact name goes before it.
            ("one.wild.example", "https://wild-web.example/"), ("OTHER.wild.example:80", "https://wild-web.example/"),
            ("own.wild.example", "https://wild-web.example/own"), ("pair.example", "https://pair-web.example/"),
            ("x.pair.example", "https://pair-web.example/"), ("x_y.pair.example", "https://pair-web.example/"),
        ]
    )
    func `a known host gets its tenant's redirect`(host: String, location: String) throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.ask("/", host: host).head == redirect(location))
    }

    @Test(
        arguments: [
            // Case 59, and names near those that are known.
            "evil.example", "shop.example", "x.go.shop.example", "xgo.shop.example", "go.shop.example.evil.example",
            "two.labels.wild.example", "wild.example", "example", "localhost", "xn--go-shop.example",
            // Pending.
            "later.shop.example",
            // Addresses and other forms that are no name.
            "10.0.0.7:8080", "[::1]:8080", "[fd00::7]", "go.shop.example%00", "go~shop.example", "*.wild.example",
        ]
    )
    func `an unknown host is given nothing of any tenant (case 59)`(host: String) throws {
        let gateway = try GatewayFixture()
        for target in ["/", "/items/7", "/c/spring", "/robots.txt", "/livez", "/metrics"] {
            let response = try gateway.ask(target, host: host)
            #expect(response.head == notFound)
            #expect(response.body == Page.notFound.description)
        }
        for method in ["POST", "OPTIONS", "PROPFIND", "DELETE"] {
            #expect(try gateway.ask("/items/7", host: host, method: method).head == notFound)
        }
    }

    @Test(
        arguments: [
            // Case 63: what is no host.
            "go.shop.example..", ".go.shop.example", "go..shop.example", "go.shop.example:abc",
            "go.shop.example:123456",
            "[::1", "[]", "[::1]x", ":80", ".",
        ]
    )
    func `a malformed host is a bad request, and the end of the connection`(host: String) throws {
        let gateway = try GatewayFixture()
        let expected = page("400 Bad Request", Page.badRequest) + ["Connection: close"]
        for method in ["GET", "HEAD", "POST", "OPTIONS", "PROPFIND"] {
            let client = try gateway.connect()
            let response = client.exchange(
                "\(method) / HTTP/1.1\r\nHost: \(host)\r\n\r\n", hasBody: method != "HEAD")
            #expect(response.head == expected)
            #expect(client.receiveAll() == "")
        }
    }

    @Test(
        arguments: [
            // Case 61, and user information (case 59).
            "", "Host:\r\n", "Host: go.shop.example\r\nHost: go.shop.example\r\n",
            "Host: go.shop.example\r\nHost: go.blog.example\r\n", "Host: go.shop.example, go.blog.example\r\n",
            "Host: go.shop.example:8080@evil.example\r\n", "Host: go.shop.example/\r\n",
        ]
    )
    func `a host that is missing, doubled or empty is a bad request (case 61)`(fields: String) throws {
        let gateway = try GatewayFixture()
        let client = try gateway.connect()
        let response = client.exchange("GET /items/7 HTTP/1.1\r\n\(fields)\r\n")
        #expect(response.status == 400)
        #expect(response.fields["location"] == nil)
        #expect(response.fields["cache-control"] == "no-store")
        #expect(response.fields["connection"] == "close")
        #expect(client.receiveAll() == "")
    }

    @Test func `forwarded hosts are not heard (case 60)`() throws {
        let gateway = try GatewayFixture()
        let response = try gateway.ask("/", "X-Forwarded-Host: go.blog.example", "Forwarded: host=go.blog.example")
        #expect(response.head == redirect("https://www.shop.example/"))
        #expect(try gateway.ask("/", host: "evil.example", "X-Forwarded-Host: go.shop.example").head == notFound)
    }
}
