import Testing

@testable import Resolver

@Suite struct QueryNameTests {
    @Test(arguments: [
        ("go.acme.example", "go.acme.example"), ("Go.ACME.example", "go.acme.example"), ("example", "example"),
        ("_postern-challenge.go.acme.example", "_postern-challenge.go.acme.example"), ("1.2.3.4a", "1.2.3.4a"),
        ("xn--bcher-kva.example", "xn--bcher-kva.example"), ("0x.example", "0x.example"),
    ])
    func `a name is taken in lower case`(text: String, name: String) throws {
        #expect(try QueryName(text).text == name)
    }

    /// Field case 98: the spellings of addresses; field case 114: a dot at the end.
    @Test(arguments: [
        "", ".", "a..b", ".a", "go.acme.example.", "bücher.example", "a b.example", "a\\.example", "a/b", "a:53",
        "a\0b",
        "2130706433", "0x7f000001", "0177.0.0.1", "127.1", "0", "1.2.3.4", "[::1]", "::1", "a.0x", "a.0xFF",
        "*.example",
        String(repeating: "a", count: 64), Array(repeating: "abc", count: 64).joined(separator: "."),
    ])
    func `what is no name is refused`(text: String) {
        #expect(throws: ResolutionError.malformedName) { try QueryName(text) }
    }

    @Test func `253 bytes are a name`() throws {
        let label = String(repeating: "a", count: 63)
        let name = [label, label, label, String(repeating: "a", count: 61)].joined(separator: ".")
        #expect(try QueryName(name).text.utf8.count == 253)
        #expect(throws: ResolutionError.malformedName) { try QueryName(name + "a") }
    }

    @Test(arguments: [
        ("localhost", true), ("a.localhost", true), ("x.onion", true), ("a.invalid", true), ("notonion", false),
    ])
    func `reserved names are known`(text: String, isReserved: Bool) throws {
        #expect(try QueryName(text).isReserved == isReserved)
    }
}
