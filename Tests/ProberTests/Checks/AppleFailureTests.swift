import Prober
import Testing

@Suite struct AppleFailureTests {
    @Test(
        arguments: [
            (
                "SWCERR00101 Bad HTTP Response: 403 Forbidden", #"{"status":"403 Forbidden"}"#,
                AppleFailure.Kind.badStatus,
                "Apple's fetcher was answered with 403 Forbidden"
            ),
            (
                "SWCERR00202 Connections to private/reserved IP addresses are not allowed", nil, .privateAddress,
                "the name leads Apple to a private or reserved address"
            ),
            (
                "SWCERR00301 Timeout", #"{"cause":"Connection timed out"}"#, .timeout,
                "the host did not answer Apple in time (Connection timed out)"
            ),
            ("SWCERR00301 Timeout", "no JSON", .timeout, "the host did not answer Apple in time"),
            (
                "SWCERR00101 Bad HTTP Response: 404 Not Found", nil, .badStatus,
                "Apple's fetcher was answered with 404 Not Found"
            ),
            ("SWCERR00401 Bad JSON content", nil, .badContent, "Apple could not read the file as JSON"),
            ("SWCERR00999 Something new", "kept", .unknown, "Apple says: SWCERR00999 Something new kept"),
            ("SWCERR1 Short", nil, .unknown, "Apple says: SWCERR1 Short"),
            ("gateway melted", nil, .unknown, "Apple says: gateway melted"),
        ] as [(String, String?, AppleFailure.Kind, String)])
    func `a failure is told in plain words, an unknown code verbatim`(
        reason: String, details: String?, kind: AppleFailure.Kind, message: String
    ) throws {
        var headers = [HeaderField(name: "Apple-Failure-Reason", value: reason)]
        if let details { headers.append(HeaderField(name: "Apple-Failure-Details", value: details)) }
        let failure = try #require(AppleFailure(headers))
        #expect(failure.kind == kind)
        #expect(failure.message == message)
        #expect(!failure.advice.isEmpty)
    }

    @Test func `a file that was missing is to be served, not let through`() throws {
        let failure = try #require(
            AppleFailure([
                HeaderField(name: "Apple-Failure-Reason", value: "SWCERR00101 Bad HTTP Response: 404 Not Found"),
                HeaderField(name: "Apple-Failure-Details", value: #"{"status":"404 Not Found"}"#),
            ]))
        #expect(failure.advice.hasPrefix("serve the file at /.well-known/apple-app-site-association"))
    }

    @Test(arguments: [
        ("301 Moved Permanently", "Apple follows no redirect"), ("502 Bad Gateway", "see the log of the server"),
    ])
    func `the advice is that for the status`(status: String, advice: String) throws {
        let failure = try #require(
            AppleFailure([HeaderField(name: "apple-failure-reason", value: "SWCERR00101 Bad HTTP Response: \(status)")])
        )
        #expect(failure.advice.contains(advice))
    }

    @Test func `an answer without the field tells no failure`() {
        #expect(AppleFailure([HeaderField(name: "Apple-Try-Direct", value: "true")]) == nil)
    }

    @Test(arguments: [("true", true), ("False", false), ("maybe", nil)] as [(String, Bool?)])
    func `the word about direct fetches is read`(text: String, expected: Bool?) {
        let failure = AppleFailure([
            HeaderField(name: "apple-failure-reason", value: "SWCERR00301 Timeout"),
            HeaderField(name: "apple-try-direct", value: text),
        ])
        #expect(failure?.triesDirect == expected)
    }
}
