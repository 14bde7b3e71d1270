import DeepLinks
import Testing

@Suite struct StrictTransportTests {
    @Test(arguments: [
        ("max-age=300", "max-age=300"), ("max-age=0", "max-age=0"),
        (" includeSubDomains ;max-age=63072000", "max-age=63072000; includeSubDomains"),
        ("MAX-AGE=31536000; IncludeSubdomains; PRELOAD", "max-age=31536000; includeSubDomains; preload"),
    ])
    func `the value of the field is kept in one form`(text: String, kept: String) throws {
        let policy = try StrictTransport(text)
        #expect(policy.text == kept)
        #expect(try StrictTransport(kept) == policy)
    }

    @Test(arguments: [
        "", "max-age", "max-age=", "max-age=-1", "max-age=+1", "max-age=1.5", "max-age=63072001", "max-age=\"300\"",
        "max-age=99999999999999999999", "includeSubDomains", "max-age=1; max-age=2", "max-age=1;", "max-age=1; other",
        "max-age=1\r\nX: y", "max-age=1; includeSubDomains; includeSubDomains", "max-age=31536000; preload",
        "max-age=31535999; includeSubDomains; preload", "preload; includeSubDomains", "max-age=\u{661}",
    ])
    func `what is no such value is refused`(text: String) {
        #expect(throws: RuleViolation.self) { try StrictTransport(text) }
    }
}
