import TestSupport
import Testing

@testable import DeepLinks

@Suite struct RequestHostTests {
    struct Case: CustomTestStringConvertible {
        let field: String
        let form: RequestHost.Form
        var name = ""
        var parent = ""
        var testDescription: String { field }
    }

    @Test(arguments: [
        ("go.acme.example", 0), ("go.acme.example:", 0), ("go.acme.example.:8080", 8080), ("go.acme.example:443", 443),
        ("go.acme.example:65535", 65_535), ("go.acme.example:65536", 0), ("go.acme.example:00080", 80),
    ])
    func `the port is kept beside the name`(field: String, port: UInt16) {
        var host = RequestHost()
        #expect(host.read(Array("x.example:1".utf8).span) == .name)
        #expect(host.read(Array(field.utf8).span) == .name)
        #expect(host.port == port)
        let authority = host.authority
        #expect(host.read(authority.span) == .name)
        #expect(host.port == port)
    }

    // Cases 61, 63, 98 and 131: one fold for writing and looking up.
    static let cases: [Case] = [
        Case(field: "go.acme.example", form: .name, name: "go.acme.example", parent: "acme.example"),
        Case(field: "GO.Acme.EXAMPLE", form: .name, name: "go.acme.example", parent: "acme.example"),
        Case(field: "go.acme.example.", form: .name, name: "go.acme.example", parent: "acme.example"),
        Case(field: "go.acme.example:443", form: .name, name: "go.acme.example", parent: "acme.example"),
        Case(field: "go.acme.example.:8080", form: .name, name: "go.acme.example", parent: "acme.example"),
        Case(field: "go.acme.example:", form: .name, name: "go.acme.example", parent: "acme.example"),
        Case(field: "acme", form: .name, name: "acme"),
        Case(field: "10.0.0.7:8080", form: .name, name: "10.0.0.7", parent: "0.0.7"),
        Case(field: "[::1]:8080", form: .foreign),
        Case(field: "[fd00::7]", form: .foreign),
        Case(field: "a%41.example", form: .foreign),
        Case(field: String(repeating: "a.", count: 127) + "example", form: .foreign),
        Case(field: "", form: .malformed),
        Case(field: ".", form: .malformed),
        Case(field: ":80", form: .malformed),
        Case(field: "go.acme.example..", form: .malformed),
        Case(field: ".acme.example", form: .malformed),
        Case(field: "go..acme.example", form: .malformed),
        Case(field: "go.acme.example:abc", form: .malformed),
        Case(field: "go.acme.example:123456", form: .malformed),
        Case(field: "go.acme.example:80:80", form: .malformed),
        Case(field: "go.acme.example:8080@evil.example", form: .malformed),
        Case(field: "user@go.acme.example", form: .malformed),
        Case(field: "a.example, b.example", form: .malformed),
        Case(field: "a/b", form: .malformed),
        Case(field: "zürich.example", form: .malformed),
        Case(field: "[::1", form: .malformed),
        Case(field: "[]", form: .malformed),
        Case(field: "[::1]x", form: .malformed),
        Case(field: "[::1]:x", form: .malformed),
    ]

    @Test(arguments: cases)
    func `a Host field has one reading`(_ example: Case) {
        var host = RequestHost()
        #expect(host.read(Array(example.field.utf8).span) == example.form)
        guard example.form == .name else { return }
        #expect(text(host.name) == example.name)
        #expect(text(host.parent) == example.parent)
    }

    @Test(arguments: ["go.acme.example", "ACME.example.", "Xn--Zrich-kva.example"])
    func `reading and writing fold alike`(_ spelling: String) throws {
        var host = RequestHost()
        #expect(host.read(Array(spelling.utf8).span) == .name)
        #expect(text(host.name) == (try HostName(spelling)).text)
    }

    @Test func `names of every length are read as they are byte by byte`() {
        var random = SeededGenerator(seed: 23)
        var host = RequestHost()
        for _ in 0..<5_000 {
            let letters = Array("abYZ09-_.".utf8)
            let bytes = (0..<Int.random(in: 1...80, using: &random)).map { _ in
                Int.random(in: 0..<9, using: &random) == 0
                    ? UInt8(ascii: ".") : letters.randomElement(using: &random) ?? 0
            }
            let name = String(decoding: bytes, as: UTF8.self).lowercased()
            let labels = name.split(separator: ".", omittingEmptySubsequences: false)
            let given = labels.last == "" && labels.count > 1 ? labels.dropLast() : labels[...]
            let isName = !given.contains("")
            #expect((host.read(bytes.span) == .name) == isName, "\(name)")
            guard isName else { continue }
            #expect(text(host.name) == given.joined(separator: "."))
            #expect(text(host.parent) == given.dropFirst().joined(separator: "."))
        }
    }

    @Test func `a workspace keeps nothing of the request before`() {
        var host = RequestHost()
        _ = host.read(Array("a.long.name.example".utf8).span)
        _ = host.read(Array("b.c".utf8).span)
        #expect(text(host.name) == "b.c")
        #expect(text(host.parent) == "c")
    }

    // The reference vectors of SipHash are for 2-4; this pins 1-3 by its own properties.
    @Test func `hashes differ by name, variant and seed, and are the same again`() {
        let names = (0..<2000).map { Array("host\($0).example".utf8) }
        let hasher = HostHasher(seed: (1, 2))
        var seen: Set<UInt64> = []
        for name in names {
            for variant: UInt8 in [0, 1] { seen.insert(hasher.hash(name.span, variant: variant)) }
            #expect(hasher.hash(name.span) == hasher.hash(name.span))
        }
        #expect(seen.count == 4000)
        let name = names[0]
        let (mine, other) = (hasher.hash(name.span), HostHasher(seed: (3, 4)).hash(name.span))
        #expect(mine != other)
    }

    @Test(arguments: 0...40)
    func `every byte of a name counts in its hash, and so does its length`(count: Int) {
        let hasher = HostHasher(seed: (5, 6))
        let name = [UInt8](repeating: 0, count: count)
        var seen: Set<UInt64> = [hasher.hash(name.span), hasher.hash((name + [0]).span)]
        for index in name.indices {
            var other = name
            other[index] = 1
            seen.insert(hasher.hash(other.span))
        }
        #expect(seen.count == count + 2)
    }

    private func text(_ span: Span<UInt8>) -> String {
        String(decoding: span.indices.map { span[$0] }, as: UTF8.self)
    }
}
