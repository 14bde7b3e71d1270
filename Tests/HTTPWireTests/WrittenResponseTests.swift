import HTTPWire
import Testing

@Suite struct WrittenResponseTests {
    /// The status, fields and body of a response that a handler has written.
    private func taken(
        omitsBody: Bool = false, keepsAlive: Bool = true, _ write: (inout ResponseWriter) -> Void
    ) -> (status: String, fields: [String], body: String) {
        var writer = ResponseWriter(capacity: 64)
        writer.prepare(
            ResponseContext(omitsBody: omitsBody, keepsAlive: keepsAlive, isOldClient: false),
            date: HTTPDate(seconds: 0))
        write(&writer)
        writer.finish()
        var written = WrittenResponse(writer.bytes)
        let status = String(written.status)
        var fields: [String] = []
        while written.nextField() { fields.append("\(String(written.name))=\(String(written.value))") }
        return (status, fields, String(written.body))
    }

    @Test func `a response is taken apart into what was written`() {
        let response = taken {
            $0.start(.ok)
            $0.field("Content-Type", "text/plain")
            $0.field("X-Empty", "")
            $0.end("a\r\n\r\nb")
        }
        #expect(response.status == "200")
        #expect(
            response.fields == [
                "Date=Thu, 01 Jan 1970 00:00:00 GMT", "Content-Type=text/plain", "X-Empty=", "Content-Length=6",
            ])
        #expect(response.body == "a\r\n\r\nb")
    }

    @Test func `what speaks of the connection is left out`() {
        let response = taken(keepsAlive: false) {
            $0.start(.found)
            $0.field("Location", "https://b.test/")
            $0.end()
        }
        #expect(response.status == "302")
        #expect(response.fields.last == "Content-Length=0")
        #expect(response.body.isEmpty)
    }

    @Test func `an answer without content has none, and a failed one is 500`() {
        let head = taken(omitsBody: true) {
            $0.start(.ok)
            $0.end("abc")
        }
        #expect(head.fields.last == "Content-Length=3")
        #expect(head.body.isEmpty)
        let none = taken {
            $0.start(.noContent)
            $0.end()
        }
        #expect(none.status == "204")
        #expect(none.fields.count == 1)
        let failed = taken { $0.start(.ok) }
        #expect(failed.status == "500")
        #expect(failed.body.isEmpty)
    }
}
