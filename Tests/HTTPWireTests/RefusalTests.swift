import HTTPWire
import Testing

@Suite struct RefusalTests {
    struct Case: CustomTestStringConvertible {
        var text: String
        var error: HTTPParseError
        var testDescription: String

        init(_ sentence: String, _ text: String, _ error: HTTPParseError) {
            testDescription = sentence
            self.text = text
            self.error = error
        }
    }

    static let lines: [Case] = [
        Case("a bare line feed ends no request line", "GET / HTTP/1.1\nHost: a\r\n\r\n", .bareLineFeed),
        Case("a bare line feed ends no field", "GET / HTTP/1.1\r\nHost: a\n\r\n", .bareLineFeed),
        Case("a bare line feed ends no header section", "GET / HTTP/1.1\r\nHost: a\r\n\n", .bareLineFeed),
        Case("a bare line feed is no leading empty line", "\nGET / HTTP/1.1\r\nHost: a\r\n\r\n", .bareLineFeed),
        Case("a carriage return needs its line feed", "GET / HTTP/1.1\rHost: a\r\n\r\n", .bareCarriageReturn),
        Case("a value holds no carriage return", "GET / HTTP/1.1\r\nHost: a\rb\r\n\r\n", .bareCarriageReturn),
        Case("a leading carriage return needs its line feed", "\rGET / HTTP/1.1\r\n\r\n", .bareCarriageReturn),
        Case("four leading empty lines are enough", "\r\n\r\n\r\n\r\n\r\nGET / HTTP/1.1\r\n\r\n", .tooManyEmptyLines),
        Case("a blank ahead of the method", " GET / HTTP/1.1\r\nHost: a\r\n\r\n", .invalidMethod),
        Case("a method with a slash", "GE/T / HTTP/1.1\r\nHost: a\r\n\r\n", .invalidMethod),
        Case("a TLS hello on a plain port", "\u{16}\u{03}\u{01}\u{02}\u{00}", .invalidMethod),
        Case("two spaces ahead of the target", "GET  / HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a tabulator ahead of the version", "GET /\tHTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a fragment in the target", "GET /a#b HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a NUL in the target (case 93)", "GET /a\0b HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("raw bytes outside ASCII in the target (case 70)", "GET /\u{E9} HTTP/1.1\r\n\r\n", .invalidTarget),
        Case("a target without slash", "GET a HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("an asterisk with GET", "GET * HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a path after an asterisk", "OPTIONS */ HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a host and port with GET", "GET a:80 HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a path with CONNECT (case 74)", "CONNECT / HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("CONNECT without port", "CONNECT a HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("CONNECT without host", "CONNECT :80 HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("another scheme", "GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a URL without host", "GET http:///x HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a URL with an empty host and a query", "GET http://?x HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("a URL with user information", "GET http://u@a/ HTTP/1.1\r\nHost: a\r\n\r\n", .invalidTarget),
        Case("HTTP/0.9", "GET /\r\n", .invalidVersion),
        Case("a version in lower case", "GET / http/1.1\r\nHost: a\r\n\r\n", .invalidVersion),
        Case("a version with two digits", "GET / HTTP/1.10\r\nHost: a\r\n\r\n", .invalidVersion),
        Case("a blank after the version", "GET / HTTP/1.1 \r\nHost: a\r\n\r\n", .invalidVersion),
        Case("HTTP/2 without TLS", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", .unsupportedVersion),
        Case("HTTP/0.9 spelt out", "GET / HTTP/0.9\r\n\r\n", .unsupportedVersion),
        Case("a blank ahead of the first field (case 84)", "GET / HTTP/1.1\r\n Host: a\r\n\r\n", .blankBeforeFields),
        Case("a folded field (case 84)", "GET / HTTP/1.1\r\nHost: a\r\nX: a\r\n b\r\n\r\n", .foldedField),
        Case("a field folded with a tabulator", "GET / HTTP/1.1\r\nHost: a\r\n\tb: c\r\n\r\n", .foldedField),
        Case("a blank ahead of a colon (case 84)", "GET / HTTP/1.1\r\nHost : a\r\n\r\n", .blankBeforeColon),
        Case("an empty field name", "GET / HTTP/1.1\r\n: a\r\n\r\n", .invalidFieldName),
        Case("a field name with a byte outside ASCII", "GET / HTTP/1.1\r\nH\u{F6}st: a\r\n\r\n", .invalidFieldName),
        Case("a line without colon", "GET / HTTP/1.1\r\nHost\r\n\r\n", .invalidFieldName),
        Case("a NUL in a value (case 93)", "GET / HTTP/1.1\r\nHost: a\r\nX: a\0\r\n\r\n", .invalidFieldValue),
        Case("a DEL in a value", "GET / HTTP/1.1\r\nHost: a\r\nX: a\u{7F}\r\n\r\n", .invalidFieldValue),
    ]

    static let hosts: [Case] = [
        Case("HTTP/1.1 without Host", "GET / HTTP/1.1\r\n\r\n", .missingHost),
        Case("a URL in the target replaces no Host", "GET http://a/ HTTP/1.1\r\n\r\n", .missingHost),
        Case("two equal Host fields", "GET / HTTP/1.1\r\nHost: a\r\nHost: a\r\n\r\n", .repeatedHost),
        Case("two different Host fields", "GET / HTTP/1.1\r\nHost: a\r\nhost: b\r\n\r\n", .repeatedHost),
        Case("two Host fields in HTTP/1.0", "GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", .repeatedHost),
        Case("an empty Host", "GET / HTTP/1.1\r\nHost:\r\n\r\n", .invalidHost),
        Case("an empty Host in HTTP/1.0", "GET / HTTP/1.0\r\nHost: \r\n\r\n", .invalidHost),
        Case("a list of hosts", "GET / HTTP/1.1\r\nHost: a.example, b.example\r\n\r\n", .invalidHost),
        Case("a list of hosts without blanks", "GET / HTTP/1.1\r\nHost: a,b\r\n\r\n", .invalidHost),
        Case("a Host with user information", "GET / HTTP/1.1\r\nHost: u@a\r\n\r\n", .invalidHost),
        Case("a Host with a path", "GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", .invalidHost),
        Case("a Host with a backslash", "GET / HTTP/1.1\r\nHost: a\\b\r\n\r\n", .invalidHost),
        Case("a Host outside ASCII", "GET / HTTP/1.1\r\nHost: \u{FC}.example\r\n\r\n", .invalidHost),
    ]

    static let framings: [Case] = [
        Case(
            "a length of 0 beside chunks", field("Content-Length: 0", "Transfer-Encoding: chunked"), .conflictingLengths
        ),
        Case("a length behind chunks", field("Transfer-Encoding: chunked", "Content-Length: 4"), .conflictingLengths),
        Case("another coding after chunks", field("Transfer-Encoding: chunked, gzip"), .unsupportedTransferEncoding),
        Case("another coding before chunks", field("Transfer-Encoding: gzip, chunked"), .unsupportedTransferEncoding),
        Case("chunks twice", field("Transfer-Encoding: chunked, chunked"), .unsupportedTransferEncoding),
        Case("identity", field("Transfer-Encoding: identity"), .unsupportedTransferEncoding),
        Case("an odd name (case 84)", field("Transfer-Encoding: xchunked"), .unsupportedTransferEncoding),
        Case("a coding with quotes", field("Transfer-Encoding: \"chunked\""), .unsupportedTransferEncoding),
        Case("no coding", field("Transfer-Encoding:"), .invalidTransferEncoding),
        Case(
            "two fields with codings",
            field("Transfer-Encoding: chunked", "Transfer-Encoding: chunked"),
            .invalidTransferEncoding
        ),
        Case("a vertical tabulator (case 84)", field("Transfer-Encoding:\u{0B}chunked"), .invalidFieldValue),
        Case("a blank ahead of the colon (case 84)", field("Transfer-Encoding : chunked"), .blankBeforeColon),
        Case(
            "chunks in HTTP/1.0",
            field("Transfer-Encoding: chunked").replacing("HTTP/1.1", with: "HTTP/1.0"),
            .unexpectedTransferEncoding
        ),
        Case("two equal lengths", field("Content-Length: 4", "Content-Length: 4"), .repeatedContentLength),
        Case("two different lengths", field("Content-Length: 4", "Content-Length: 5"), .repeatedContentLength),
        Case("a list of lengths", field("Content-Length: 4, 4"), .invalidContentLength),
        Case("a length with plus", field("Content-Length: +4"), .invalidContentLength),
        Case("a negative length", field("Content-Length: -4"), .invalidContentLength),
        Case("a length in two pieces", field("Content-Length: 4 4"), .invalidContentLength),
        Case("a hexadecimal length", field("Content-Length: 0x4"), .invalidContentLength),
        Case("an empty length", field("Content-Length:"), .invalidContentLength),
        Case("a length of 2^63", field("Content-Length: 9223372036854775808"), .invalidContentLength),
        Case("a length of 20 digits", field("Content-Length: 18446744073709551617"), .invalidContentLength),
    ]

    static func field(_ fields: String...) -> String {
        "POST / HTTP/1.1\r\nHost: a\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n"
    }

    @Test(arguments: lines)
    func `a malformed line is refused`(refused: Case) {
        #expect(Outcome(refused.text) == .invalid(refused.error))
    }

    @Test(arguments: hosts)
    func `an ambiguous host is refused (cases 61 and 63)`(refused: Case) {
        #expect(Outcome(refused.text) == .invalid(refused.error))
        #expect(refused.error.status == .badRequest)
    }

    @Test(arguments: framings)
    func `an ambiguous body is refused (cases 82 and 84)`(refused: Case) {
        #expect(Outcome(refused.text) == .invalid(refused.error))
    }

    @Test func `HTTP/1.0 does without Host (case 61)`() throws {
        #expect(try #require(Outcome("GET / HTTP/1.0\r\n\r\n").request).host == nil)
    }

    @Test(arguments: [
        ("", nil), ("Host:\r\n", ""), ("Host: 10.0.0.7:8080\r\n", "10.0.0.7:8080"),
        ("Host: [fd00::7]:8080\r\n", "[fd00::7]:8080"), ("Host: a, b\r\n", "a, b"),
    ])
    func `a health listener takes any Host or none (case 134)`(field: String, host: String?) throws {
        var limits = RequestLimits()
        limits.host = .optional
        #expect(try #require(Outcome("GET / HTTP/1.1\r\n\(field)\r\n", limits: limits).request).host == host)
    }

    @Test func `statuses are those of RFC 9112`() {
        let others: [HTTPParseError: HTTPStatus] = [
            .methodTooLong: .notImplemented, .unsupportedTransferEncoding: .notImplemented, .targetTooLong: .uriTooLong,
            .unsupportedVersion: .versionNotSupported, .headerSectionTooLong: .headerFieldsTooLarge,
            .tooManyFields: .headerFieldsTooLarge, .trailerSectionTooLong: .headerFieldsTooLarge,
            .bodyTooLong: .contentTooLarge,
        ]
        for error in HTTPParseError.allCases { #expect(error.status == others[error, default: .badRequest]) }
    }
}
