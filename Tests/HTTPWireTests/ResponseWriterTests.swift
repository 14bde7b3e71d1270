import HTTPWire
import Testing

@Suite struct ResponseWriterTests {
    static let date = HTTPDate(seconds: 784_111_777)
    static let keepAlive = ResponseContext(omitsBody: false, keepsAlive: true, isOldClient: false)

    /// Writes one response and returns the text.
    static func write(
        _ context: ResponseContext = keepAlive,
        _ body: (inout ResponseWriter) -> Void
    ) -> (text: String, failed: Bool, closes: Bool) {
        var writer = ResponseWriter(capacity: 64)
        writer.prepare(context, date: date)
        body(&writer)
        writer.finish()
        return (String(writer.bytes), writer.hasFailed, writer.closesConnection)
    }

    static let broken =
        "HTTP/1.1 500 Internal Server Error\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\nContent-Length: 0\r\n"
        + "Connection: close\r\n\r\n"

    @Test func `a redirect is written with its length`() {
        let response = Self.write { writer in
            writer.start(.found)
            writer.startField("Location")
            writer.append("https://www.example/")
            writer.append("a%2Fb".latin1.span)
            writer.append(decimal: 1_048_576)
            writer.endField()
            writer.field("Cache-Control", "no-store")
            writer.end()
        }
        #expect(
            response.text
                == "HTTP/1.1 302 Found\r\nDate: Sun, 06 Nov 1994 08:49:37 GMT\r\n"
                + "Location: https://www.example/a%2Fb1048576\r\nCache-Control: no-store\r\nContent-Length: 0\r\n\r\n"
        )
        #expect(!response.failed && !response.closes)
    }

    @Test func `HEAD has the fields of GET and no body (case 73)`() {
        let get = Self.write { writer in
            writer.start(.ok)
            writer.end("hello")
        }
        var context = Self.keepAlive
        context.omitsBody = true
        let head = Self.write(context) { writer in
            writer.start(.ok)
            writer.end("hello")
        }
        #expect(head.text + "hello" == get.text)
        #expect(get.text.contains("Content-Length: 5\r\n"))
    }

    @Test(arguments: [HTTPStatus.noContent, .notModified])
    func `some statuses have neither body nor length`(status: HTTPStatus) {
        let response = Self.write { writer in
            writer.start(status)
            writer.end("hello")
        }
        #expect(!response.text.contains("Content-Length"))
        #expect(response.text.hasSuffix("GMT\r\n\r\n"))
    }

    @Test func `an old client is told that the connection stays, every client that it ends (case 94)`() {
        var context = Self.keepAlive
        context.isOldClient = true
        let stays = Self.write(context) { writer in
            writer.start(.ok)
            writer.end()
        }
        #expect(stays.text.contains("\r\nConnection: keep-alive\r\n"))
        let ends = Self.write { writer in
            writer.start(.ok)
            writer.closeAfterwards()
            writer.end()
        }
        #expect(ends.text.contains("\r\nConnection: close\r\n"))
        #expect(ends.closes)
    }

    @Test(arguments: UInt8.min...UInt8.max)
    func `no control character gets into a field`(byte: UInt8) {
        let piece: [UInt8] = Array("https://a/longer-than-eight".utf8) + [byte] + Array("tail".utf8)
        let response = Self.write { writer in
            writer.start(.found)
            writer.field("Location", piece.span)
            writer.end()
        }
        let isControl = byte < 0x20 && byte != 0x09 || byte == 0x7F
        #expect(response.failed == isControl)
        if isControl { #expect(response.text == Self.broken) }
    }

    /// What a handler must not do, each with its sentence.
    static let mistakes: [(String, @Sendable (inout ResponseWriter) -> Void)] = [
        ("nothing at all", { _ in }),
        ("a field ahead of the status", { $0.field("A", "b") }),
        ("a response without end", { $0.start(.ok) }),
        (
            "an end within a field",
            {
                $0.start(.ok)
                $0.startField("A")
                $0.end()
            }
        ),
        (
            "two starts",
            {
                $0.start(.ok)
                $0.start(.ok)
                $0.end()
            }
        ),
        (
            "two ends",
            {
                $0.start(.ok)
                $0.end()
                $0.end()
            }
        ),
        (
            "a piece without field",
            {
                $0.start(.ok)
                $0.append("a")
                $0.end()
            }
        ),
    ]

    @Test(arguments: mistakes.indices)
    func `a handler's mistake becomes a 500 that ends the connection`(index: Int) {
        let response = Self.write { Self.mistakes[index].1(&$0) }
        #expect(response.text == Self.broken, "\(Self.mistakes[index].0)")
        #expect(response.failed && response.closes)
    }

    @Test func `a standing field is in whatever the response becomes, and in no other`() {
        let policy = "max-age=1".latin1
        let field = "Strict-Transport-Security: max-age=1\r\n"
        var writer = ResponseWriter(capacity: 64)
        for isTold in [true, false] {
            writer.prepare(Self.keepAlive, date: Self.date)
            if isTold { writer.standingField("Strict-Transport-Security", policy.span) }
            writer.start(.ok)
            writer.end()
            writer.finish()
            #expect(String(writer.bytes).contains(field) == isTold)
            writer.reset(keeping: 64)
        }
        let failed = Self.write { writer in
            writer.standingField("Strict-Transport-Security", policy.span)
            writer.start(.ok)
        }
        #expect(failed.failed && failed.text.hasPrefix("HTTP/1.1 500"))
        #expect(failed.text.contains(field))
        let late = Self.write { writer in
            writer.start(.ok)
            writer.standingField("Strict-Transport-Security", policy.span)
            writer.end()
        }
        #expect(late.failed)
        #expect(Self.write { $0.standingField("X", "a\r\nb".latin1.span) }.text == Self.broken)
    }

    @Test func `a mistake leaves the responses ahead alone`() {
        var writer = ResponseWriter(capacity: 64)
        writer.prepare(Self.keepAlive, date: Self.date)
        writer.start(.ok)
        writer.end("first")
        writer.finish()
        let first = String(writer.bytes)
        writer.prepare(Self.keepAlive, date: Self.date)
        writer.start(.ok)
        writer.finish()
        let both = String(writer.bytes)
        #expect(both == first + Self.broken)
        writer.reset(keeping: 64)
        let rest = String(writer.bytes)
        #expect(rest.isEmpty)
    }

    @Test func `every status has its number in its line`() {
        for status in HTTPStatus.allCases {
            let response = Self.write { writer in
                writer.start(status)
                writer.end()
            }
            #expect(response.text.hasPrefix("HTTP/1.1 \(status.code) "))
            #expect(HTTPStatus(code: status.code) == status)
        }
        #expect(HTTPStatus(code: 299) == nil)
    }
}
