import TestSupport
import Testing

@testable import Gateway

/// Methods other than GET.
@Suite struct MethodTests {
    @Test(arguments: [
        "/items/7", "/old/7?x=1", "/nothing", "/a/../b", "/robots.txt", "/c/spring", "/c/none", "/c/over",
    ])
    func `HEAD has the fields of GET and no content (case 73)`(target: String) throws {
        let gateway = try GatewayFixture()
        let get = try gateway.ask(target)
        let client = try gateway.connect()
        let head = client.exchange("HEAD \(target) HTTP/1.1\r\nHost: go.shop.example\r\n\r\n", hasBody: false)
        #expect(head.head == get.head)
        #expect(client.exchange("GET \(target) HTTP/1.1\r\nHost: go.shop.example\r\n\r\n").bytes == get.bytes)
        #expect(client.received.isEmpty)
    }

    static let allowed = "Allow: GET, HEAD, OPTIONS"
    static let refused = ["HTTP/1.1 405 Method Not Allowed", allowed, "Cache-Control: no-store", "Content-Length: 0"]
    static let unknown = ["HTTP/1.1 501 Not Implemented", "Cache-Control: no-store", "Content-Length: 0"]
    static let options = ["HTTP/1.1 204 No Content", allowed, "Cache-Control: no-store"]

    @Test(
        arguments: [
            ("OPTIONS", "*", options), ("OPTIONS", "/items/7", options), ("POST", "/items/7", refused),
            ("PUT", "/c/spring", refused), ("DELETE", "/.well-known/assetlinks.json", refused),
            ("PATCH", "/", refused), ("TRACE", "/", refused), ("PROPFIND", "/items/7", unknown),
            ("get", "/items/7", unknown), ("CONNECT", "a.example:443", unknown),
            ("CONNECT", "go.shop.example:443", unknown),
        ]
    )
    func `a method that is not served says so, and never redirects (case 74)`(
        method: String, target: String, expected: [String]
    ) throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.ask(target, method: method).head == expected)
    }

    @Test func `a connection goes on behind the content of a refused request (case 74)`() throws {
        let gateway = try GatewayFixture()
        let client = try gateway.connect()
        let host = "Host: go.shop.example\r\n"
        let post = client.exchange("POST /items/7 HTTP/1.1\r\n\(host)Content-Length: 5\r\n\r\nhello")
        #expect(post.head == Self.refused)
        #expect(client.exchange("GET /see HTTP/1.1\r\n\(host)\r\n").status == 303)
    }
}
