import Association
import Cryptography
import DeepLinks
import TestSupport
import Testing

@testable import Gateway

/// The association files as they stand on the wire.
@Suite struct AssociationFileTests {
    static let apple = ["/.well-known/apple-app-site-association", "/apple-app-site-association"]
    static let android = "/.well-known/assetlinks.json"

    /// The file that a domain publishes.
    static func published(_ host: String, _ kind: AssociationKind) throws -> [UInt8] {
        for tenant in try GatewayFixture.fleet().tenants {
            for domain in tenant.domains where domain.name.text == host {
                return try #require(try tenant.associationFile(for: domain, kind: kind))
            }
        }
        throw CancellationError()
    }

    static func tag(_ file: [UInt8]) throws -> String { "\"\(try SHA256.digest(of: file).hex)\"" }

    static func head(_ file: [UInt8]) throws -> [String] {
        [
            "HTTP/1.1 200 OK", "Content-Type: application/json", "ETag: \(try tag(file))",
            "Cache-Control: public, max-age=300", "X-Content-Type-Options: nosniff", "Content-Length: \(file.count)",
        ]
    }

    static let places: [(path: String, host: String, owner: String, kind: AssociationKind)] =
        apple.flatMap { path in
            [
                (path, "go.shop.example", "go.shop.example", AssociationKind.aasa),
                (path, "GO.Shop.Example.:8443", "go.shop.example", .aasa),
                (path, "fold.shop.example", "fold.shop.example", .aasa),
                (path, "one.wild.example", "*.wild.example", .aasa),
                (path, "own.wild.example", "own.wild.example", .aasa),
                // Apple reads a wildcard's file at its parent (case 21).
                (path, "wild.example", "*.wild.example", .aasa),
                (path, "pair.example", "pair.example", .aasa),
                // Suspension takes no app away.
                (path, "go.closed.example", "go.closed.example", .aasa),
            ]
        } + [(android, "go.shop.example", "go.shop.example", .assetlinks)]

    @Test(arguments: places)
    func `an association file is served as published, without redirect (cases 5, 6, 23)`(
        path: String, host: String, owner: String, kind: AssociationKind
    ) throws {
        let gateway = try GatewayFixture()
        let file = try Self.published(owner, kind)
        let get = try gateway.ask(path, host: host)
        #expect(get.head == (try Self.head(file)))
        #expect(get.bytes == file)
        let head = try gateway.ask(path, host: host, method: "HEAD")
        #expect(head.head == get.head)
        #expect(head.bytes == [])
        // A query changes nothing.
        #expect(try gateway.ask(path + "?v=2", host: host).bytes == file)
    }

    @Test(
        arguments: [
            "User-Agent: AASA-Bot/1.0.0", "User-Agent:", "User-Agent: Google-Digital-Asset-Links", "X-None: 1",
            "Accept: text/html", "Accept-Encoding: gzip, br", "Range: bytes=0-3", "User-Agent: \u{1F600}",
            "X-Forwarded-Host: go.blog.example",
        ]
    )
    func `every client gets the same bytes (case 3)`(field: String) throws {
        let gateway = try GatewayFixture()
        for (path, kind) in [(Self.apple[0], AssociationKind.aasa), (Self.android, .assetlinks)] {
            let file = try Self.published("go.shop.example", kind)
            let response = try gateway.ask(path, field)
            #expect(response.head == (try Self.head(file)))
            #expect(response.bytes == file)
        }
    }

    @Test(
        arguments: [
            ("TAG", true), ("W/TAG", true), ("*", true), ("\"x\", TAG", true), ("\"a,b\" , W/\"y\",TAG", true),
            ("\"x\"\r\nIf-None-Match: TAG", true), ("\"x\"", false), ("", false), ("\"", false), ("**", false),
            ("\"*\"", false), ("TAIL", false),
        ]
    )
    func `a client that has the file is told so (case 43)`(value: String, isKnown: Bool) throws {
        let gateway = try GatewayFixture()
        let file = try Self.published("go.shop.example", .aasa)
        let tag = try Self.tag(file)
        let list = value.split(separator: "TAG", omittingEmptySubsequences: false).joined(separator: tag)
            .split(separator: "TAIL", omittingEmptySubsequences: false).joined(separator: String(tag.dropFirst(9)))
        for method in ["GET", "HEAD"] {
            let response = try gateway.ask(Self.apple[0], method: method, "If-None-Match: \(list)")
            let expected = [
                "HTTP/1.1 304 Not Modified", "ETag: \(tag)", "Cache-Control: public, max-age=300",
                "X-Content-Type-Options: nosniff",
            ]
            #expect(response.head == (isKnown ? expected : try Self.head(file)))
            #expect(response.bytes == (isKnown || method == "HEAD" ? [] : file))
        }
    }

    @Test func `a connection goes on after 304 and HEAD (case 73)`() throws {
        let gateway = try GatewayFixture()
        let client = try gateway.connect()
        let host = "Host: go.shop.example\r\n"
        let path = Self.android
        #expect(client.exchange("HEAD \(path) HTTP/1.1\r\n\(host)\r\n", hasBody: false).status == 200)
        #expect(client.exchange("GET \(path) HTTP/1.1\r\n\(host)If-None-Match: *\r\n\r\n").status == 304)
        #expect(client.exchange("GET \(path) HTTP/1.1\r\n\(host)\r\n").bytes.first == UInt8(ascii: "["))
        #expect(client.received.isEmpty)
    }

    static let absences: [(path: String, host: String)] =
        (apple + [android]).map { ($0, "go.blog.example") }
        + [(android, "one.wild.example"), (android, "wild.example"), (android, "go.closed.example")]

    @Test(arguments: absences)
    func `without an app there is no file, and never a tenant's page (cases 4, 35)`(path: String, host: String) throws {
        let gateway = try GatewayFixture()
        for method in ["GET", "HEAD"] {
            let response = try gateway.ask(path, host: host, method: method)
            #expect(response.head == ["HTTP/1.1 404 Not Found", "Cache-Control: no-store", "Content-Length: 0"])
            #expect(response.bytes == [])
        }
    }

    @Test(
        arguments: [
            // Below `/.well-known/` all is the gateway's (RFC 8615) …
            ("/.well-known/assetlinks.json/", nil), ("/.well-known/apple-app-site-association/", nil),
            ("/.well-known/Assetlinks.json", nil), ("/.well-known/acme-challenge/x", nil), ("/.well-known/", nil),
            ("/.well-known", nil), ("/.well-known//assetlinks.json", nil),
            // … and elsewhere another spelling is a tenant's path (case 41).
            ("/my-app/.well-known/assetlinks.json", "my-app/.well-known/assetlinks.json"),
            ("/.Well-Known/assetlinks.json", ".Well-Known/assetlinks.json"),
            ("/apple-app-site-association/", "apple-app-site-association"), ("/assetlinks.json", "assetlinks.json"),
            ("/Robots.txt", "Robots.txt"), ("/robots.txt/", "robots.txt"),
        ] as [(String, String?)]
    )
    func `only the exact path is special (cases 41, 45)`(target: String, rest: String?) throws {
        let gateway = try GatewayFixture()
        let response = try gateway.ask(target, host: "go.blog.example")
        #expect(response.head == (rest.map { redirect("https://www.blog-web.example/all/\($0)") } ?? notFound))
        #expect(try gateway.ask(target, host: "one.wild.example").bytes.first != UInt8(ascii: "{"))
    }

    @Test func `the robots file forbids nothing, and there is no icon (case 42)`() throws {
        let gateway = try GatewayFixture()
        for host in ["go.shop.example", "go.blog.example", "go.closed.example", "one.wild.example"] {
            let robots = try gateway.ask("/robots.txt", host: host)
            #expect(
                robots.head == [
                    "HTTP/1.1 200 OK", "Content-Type: text/plain; charset=utf-8",
                    "Cache-Control: public, max-age=86400", "Content-Length: 23",
                ])
            #expect(robots.body == "User-agent: *\nAllow: /\n")
            #expect(
                try gateway.ask("/favicon.ico", host: host).head
                    == ["HTTP/1.1 204 No Content", "Cache-Control: public, max-age=86400"])
        }
    }

    @Test(arguments: ["/", "/p/1", "/c/one", "/robots.txt", "/favicon.ico", "/.well-known/x"])
    func `a wildcard's parent answers association paths alone`(target: String) throws {
        let gateway = try GatewayFixture()
        #expect(try gateway.ask(target, host: "wild.example").head == notFound)
    }

    @Test func `a file that changes gets another tag (case 43)`() throws {
        let gateway = try GatewayFixture()
        let before = try gateway.ask(Self.apple[0])
        let tag = try #require(before.fields["etag"])
        try gateway.write(SampleFleet.text.replacing("/items/{id}", with: "/articles/{id}"))
        gateway.parts.source.reload()
        let after = try gateway.ask(Self.apple[0], "If-None-Match: \(tag)")
        #expect(after.status == 200)
        #expect(after.bytes != before.bytes)
        #expect(after.fields["etag"] == (try Self.tag(after.bytes)))
    }
}
