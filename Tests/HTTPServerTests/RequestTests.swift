import HTTPServer
import HTTPWire
import TestSupport
import Testing

/// One connection, plain requests.
@Suite struct RequestTests {
    private let host = "Host: a.example\r\n\r\n"

    @Test func `a request is answered on a connection that stays`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        for path in ["/one", "/two?x=1", "/three"] {
            let response = client.exchange("GET \(path) HTTP/1.1\r\n\(host)")
            #expect(response.status == 200)
            #expect(response.body == path)
            #expect(response.fields["connection"] == nil)
            #expect(response.fields["date"]?.hasSuffix(" GMT") == true)
        }
    }

    @Test func `HEAD has the fields of GET and no body, and the connection goes on, case 73`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let head = client.exchange("HEAD /abc HTTP/1.1\r\n\(host)", hasBody: false)
        let get = client.exchange("GET /abc HTTP/1.1\r\n\(host)")
        #expect(head.status == 200)
        #expect(head.fields["content-length"] == "4")
        #expect(head.body == "")
        #expect(get.body == "/abc")
        #expect(client.received.isEmpty)
    }

    @Test(arguments: [
        ("GET /abc HTTP/1.0\r\n\r\n", "close"),
        ("GET /abc HTTP/1.0\r\nConnection: keep-alive\r\n\r\n", "keep-alive"),
        ("GET /abc HTTP/1.1\r\nHost: a.example\r\nConnection: close\r\n\r\n", "close"),
    ])
    func `an old client gets a length and its connection as it asked for it, case 94`(
        request: String, connection: String
    ) throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let response = client.exchange(request)
        #expect(response.status == 200)
        #expect(response.fields["content-length"] == "4")
        #expect(response.fields["transfer-encoding"] == nil)
        #expect(response.fields["connection"] == connection)
        if connection == "close" {
            #expect(client.receiveAll() == "")
            #expect(!client.isReset)
        } else {
            #expect(client.exchange(request).status == 200)
        }
    }

    @Test(arguments: ["POST", "PUT", "DELETE", "PATCH"])
    func `a method with content is answered, and the connection goes on behind the content, case 74`(
        method: String
    ) throws {
        let server = try TestServer()
        let client = try TestClient(server)
        let bodies = [
            "Content-Length: 5\r\n\r\nhello", "Content-Length: 0\r\n\r\n",
            "Transfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n0\r\n\r\n",
        ]
        for body in bodies {
            let response = client.exchange("\(method) /abc HTTP/1.1\r\nHost: a.example\r\n\(body)")
            #expect(response.status == 405)
            #expect(response.fields["allow"] == "GET, HEAD, OPTIONS")
        }
        #expect(client.exchange("GET /next HTTP/1.1\r\n\(host)").body == "/next")
    }

    @Test func `an unknown method and a method in lower case are 501, case 74`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        #expect(client.exchange("PROPFIND /abc HTTP/1.1\r\n\(host)").status == 501)
        #expect(client.exchange("get /abc HTTP/1.1\r\n\(host)").status == 501)
        #expect(client.exchange("OPTIONS * HTTP/1.1\r\n\(host)").status == 405)
        #expect(client.exchange("CONNECT a.example:443 HTTP/1.1\r\n\(host)").status == 405)
    }

    @Test func `requests sent at once are answered in order, wherever they are cut`() throws {
        let server = try TestServer()
        let requests =
            "GET /1 HTTP/1.1\r\n\(host)POST /2 HTTP/1.1\r\nHost: a.example\r\nContent-Length: 3\r\n\r\nabc"
            + "GET /3 HTTP/1.1\r\n\(host)POST /4 HTTP/1.1\r\nHost: a.example\r\nTransfer-Encoding: chunked\r\n\r\n"
            + "3\r\nabc\r\n0\r\n\r\nGET /5 HTTP/1.1\r\nConnection: close\r\n\(host)"
        let bytes = Array(requests.utf8)
        for cut in stride(from: 1, to: bytes.count, by: 3) {
            let client = try TestClient(server)
            client.send(Array(bytes[..<cut]))
            // The second part is sent once the first was seen, as far as it shows in an answer.
            if cut > 40 { client.receiveMore() }
            client.send(Array(bytes[cut...]))
            var answers: [String] = []
            for _ in 0..<5 {
                let response = client.receiveResponse()
                answers.append("\(response.status)\(response.body)")
            }
            #expect(answers == ["200/1", "405", "200/3", "405", "200/5"], "cut at \(cut)")
            #expect(client.receiveAll() == "")
        }
    }

    @Test func `many requests at once with large answers arrive whole while the client reads slowly`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        client.send(String(repeating: "GET /large?100000 HTTP/1.1\r\n\(host)", count: 100))
        for _ in 0..<100 { #expect(client.receiveResponse().body.utf8.count == 100_000) }
        #expect(client.exchange("GET /next HTTP/1.1\r\n\(host)").body == "/next")
    }

    @Test func `a client that waits to send its content gets the answer instead`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        client.send("POST /abc HTTP/1.1\r\nHost: a.example\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n")
        let response = client.receiveResponse()
        #expect(response.status == 405)
        #expect(response.fields["connection"] == "close")
        client.send("hello")
        #expect(client.receiveAll() == "")
    }

    @Test func `a handler's mistake is a 500 without a trace of it`() throws {
        let server = try TestServer()
        for path in ["/nothing", "/split"] {
            let client = try TestClient(server)
            let response = client.exchange("GET \(path) HTTP/1.1\r\n\(host)")
            #expect(response.status == 500)
            #expect(response.fields["set-cookie"] == nil)
            #expect(response.fields["location"] == nil)
        }
    }

    @Test func `a client that ends its side after its request gets the answer`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        client.send("GET /abc HTTP/1.1\r\n\(host)")
        client.finishSending()
        #expect(client.receiveResponse().body == "/abc")
        #expect(client.receiveAll() == "")
        #expect(server.eventually { server.server.statistics.openConnections == 0 })
    }

    @Test func `the host is passed on as it was sent, case 63`() throws {
        let server = try TestServer()
        let client = try TestClient(server)
        for name in ["LINK.Example.COM", "link.example.com.", "link.example.com:443", "[::1]:8080"] {
            #expect(client.exchange("GET / HTTP/1.1\r\nHost: \(name)\r\n\r\n").status == 200)
        }
        #expect(
            server.records().map { $0.host.description }
                == ["LINK.Example.COM", "link.example.com.", "link.example.com:443", "[::1]:8080"]
        )
    }
}
