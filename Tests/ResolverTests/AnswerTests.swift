import Platform
import TestSupport
import Testing

@testable import Resolver

/// A DNS message is written here by hand, byte for byte, so that reader and writer share no mistake.
@Suite struct AnswerTests {
    /// The name `go.acme.test` at offset 12, where a question stands.
    static let name: [UInt8] = [2] + Array("go".utf8) + [4] + Array("acme".utf8) + [4] + Array("test".utf8) + [0]
    static let toName: [UInt8] = [0xC0, 12]

    static func message(type: UInt8, answers: [[UInt8]], flags: [UInt8] = [0x81, 0x80]) -> [UInt8] {
        [1, 2] + flags + [0, 1, 0, UInt8(answers.count), 0, 0, 0, 0] + name + [0, type, 0, 1] + answers.flatMap { $0 }
    }

    static func record(_ owner: [UInt8], type: UInt8, timeToLive: UInt8 = 60, _ data: [UInt8]) -> [UInt8] {
        owner + [0, type, 0, 1, 0, 0, 0, timeToLive, 0, UInt8(data.count)] + data
    }

    func read(_ bytes: [UInt8], type: RecordType = .a) throws(ResolutionError) -> Answer {
        try Answer(bytes.span, name: try QueryName("go.acme.test"), type: type)
    }

    @Test func `addresses of the name are read`() throws {
        let four = try read(
            Self.message(
                type: 1,
                answers: [
                    Self.record(Self.toName, type: 1, [203, 0, 113, 5]),
                    Self.record(Self.toName, type: 1, timeToLive: 30, [127, 0, 0, 1]),
                ]))
        #expect(four.addresses.map(\.description) == ["203.0.113.5", "127.0.0.1"])
        #expect(four.timeToLive == 30)
        let data: [UInt8] = [0x20, 1, 0x0D, 0xB8, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]
        let six = try read(Self.message(type: 28, answers: [Self.record(Self.toName, type: 28, data)]), type: .aaaa)
        #expect(six.addresses.map(\.description) == ["2001:db8::1"])
    }

    @Test func `a chain is followed whatever the order of its records`() throws {
        let alias: [UInt8] = [1, 0x61] + [0xC0, 15]
        let answer = try read(
            Self.message(
                type: 1,
                answers: [
                    Self.record(alias, type: 1, [192, 0, 2, 1]),
                    Self.record(Self.toName, type: 5, alias),
                    Self.record([1, 0x62, 0], type: 1, [10, 0, 0, 1]),
                ]))
        #expect(answer.chain == ["go.acme.test", "a.acme.test"])
        #expect(answer.addresses.map(\.description) == ["192.0.2.1"])
    }

    @Test func `texts are joined within a record and kept apart between records`() throws {
        let answer = try read(
            Self.message(
                type: 16,
                answers: [
                    Self.record(Self.toName, type: 16, [2, 0x61, 0x62, 1, 0x63]),
                    Self.record(Self.toName, type: 16, [0]), Self.record(Self.toName, type: 16, [1, 0xFF]),
                ]), type: .txt)
        #expect(answer.texts == ["abc", "", "\u{FFFD}"])
    }

    static let malformed: [(String, [UInt8])] = [
        ("a loop", message(type: 1, answers: [record(toName, type: 5, toName)])),
        ("a pointer to itself", message(type: 1, answers: [record([0xC0, 30], type: 1, [1, 2, 3, 4])])),
        ("a short address", message(type: 1, answers: [record(toName, type: 1, [1, 2, 3])])),
        ("a long address", message(type: 1, answers: [record(toName, type: 1, [1, 2, 3, 4, 5])])),
        ("a question", message(type: 1, answers: [], flags: [0x01, 0])),
        ("cut short", message(type: 1, answers: [], flags: [0x83, 0])),
        ("another type", message(type: 28, answers: [])),
        (
            "two aliases",
            message(type: 1, answers: [record(toName, type: 5, [0]), record(toName, type: 5, [1, 0x61, 0])])
        ),
        ("an unknown label", message(type: 1, answers: [record([0x80, 1], type: 1, [1, 2, 3, 4])])),
        ("too many", message(type: 1, answers: (0...64).map { record(toName, type: 1, [10, 0, 0, $0]) })),
        ("nothing", []),
    ]

    @Test(arguments: malformed)
    func `a malformed answer is told`(what: String, bytes: [UInt8]) {
        let error = #expect(throws: ResolutionError.self) { try read(bytes) }
        guard case .malformedAnswer = error else {
            Issue.record("\(what): \(String(describing: error))")
            return
        }
    }

    @Test func `records of other names are no answer`() {
        let bytes = Self.message(type: 1, answers: [Self.record([1, 0x62, 0], type: 1, [10, 0, 0, 1])])
        #expect(throws: ResolutionError.noRecords) { try read(bytes) }
    }

    /// Any change of any byte leads to an answer within the bounds or to an error; reading past the end is fatal.
    @Test func `hostile bytes stay within the bounds`() throws {
        let alias: [UInt8] = [1, 0x61] + [0xC0, 15]
        let seeds: [([UInt8], RecordType)] = [
            (
                Self.message(
                    type: 1,
                    answers: [Self.record(Self.toName, type: 5, alias), Self.record(alias, type: 1, [1, 2, 3, 4])]),
                .a
            ), (Self.message(type: 16, answers: [Self.record(Self.toName, type: 16, [2, 0x61, 0x62, 1, 0x63])]), .txt),
        ]
        let memory = GuardedBuffer(capacity: 4096)
        var generator = SeededGenerator(seed: 5)
        let name = try QueryName("go.acme.test")
        for round in 0..<20_000 {
            var (bytes, type) = seeds[round % seeds.count]
            for _ in 0...Int.random(in: 0..<3, using: &generator) {
                let place = bytes.indices.randomElement(using: &generator) ?? 0
                switch Int.random(in: 0..<4, using: &generator) {
                case 0: bytes[place] = UInt8.random(in: .min ... .max, using: &generator)
                case 1: bytes[place] = 0xC0
                case 2: bytes = Array(bytes.prefix(max(place, 1)))
                default: bytes.insert(UInt8.random(in: .min ... .max, using: &generator), at: place)
                }
            }
            let answer = memory.withCopy(of: bytes.span) { try? Answer($0, name: name, type: type) }
            guard let answer else { continue }
            #expect(answer.addresses.count <= Answer.addressLimit && answer.chain.count <= Answer.chainLimit + 1)
            #expect(answer.chain.allSatisfy { $0.utf8.allSatisfy { (0x21...0x7E).contains($0) } })
        }
    }
}
