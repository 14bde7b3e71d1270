import TestSupport
import Testing

@testable import HTTPWire

/// Searches and copies by many bytes at once, held to what they do byte by byte.
@Suite struct ByteScanTests {
    /// Bytes among which each test finds some, and often none for long.
    private func text(_ random: inout SeededGenerator) -> [UInt8] {
        let edges: [UInt8] = [
            0x00, 0x09, 0x0A, 0x0D, 0x1F, 0x20, 0x21, 0x22, 0x23, 0x2C, 0x2D, 0x2E, 0x2F, 0x30, 0x39, 0x3A, 0x3B, 0x3F,
            0x40, 0x41, 0x5A, 0x5B, 0x60, 0x61, 0x7A, 0x7B, 0x7E, 0x7F, 0x80, 0x81, 0xA0, 0xFF,
        ]
        let spread = [2, 20, 200].randomElement(using: &random) ?? 2
        return (0..<Int.random(in: 0...100, using: &random)).map { _ in
            guard Int.random(in: 0..<spread, using: &random) == 0 else { return 0x61 }
            return edges.randomElement(using: &random) ?? 0
        }
    }

    private func hold<Test: ByteTest>(_ test: Test.Type, _ fits: (UInt8) -> Bool) {
        var random = SeededGenerator(seed: 17)
        for _ in 0..<3_000 {
            let bytes = text(&random)
            let start = Int.random(in: 0...bytes.count, using: &random)
            let end = Int.random(in: start...bytes.count, using: &random)
            let expected = bytes[start..<end].firstIndex(where: fits) ?? end
            let found = bytes.span.firstIndex(from: start, to: end, test)
            #expect(found == expected, "\(bytes) \(start)..<\(end)")
        }
    }

    private func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) && byte < 0x80 }

    @Test func `each search finds the first byte that fits, wherever it begins and ends`() {
        hold(ControlBytes.self) { $0 < 0x20 || $0 == 0x7F }
        hold(UnlikeNames.self) { !isLetter($0) && $0 != 0x2D }
        hold(UnlikeHosts.self) { !isLetter($0) && !(0x2D...0x2E).contains($0) && !(0x30...0x3A).contains($0) }
        hold(TargetMarks.self) { $0 <= 0x20 || $0 >= 0x7F || $0 == 0x23 || $0 == 0x3F }
        hold(Commas.self) { $0 == 0x2C }
        hold(Slashes.self) { $0 == 0x2F }
    }

    @Test func `a field value has no control character but the tabulator, however long it is`() {
        var random = SeededGenerator(seed: 19)
        for _ in 0..<3_000 {
            let bytes = text(&random)
            let expected = bytes.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
            #expect(bytes.span.isFieldValue == expected, "\(bytes)")
        }
    }

    @Test func `pieces of every length are appended whole, one behind the other`() {
        let source = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
        var buffer = ResponseBuffer(capacity: 64)
        var expected: [UInt8] = []
        for length in 0...200 {
            buffer.append(source.span.extracting(length / 2..<length / 2 + length))
            expected += source[length / 2..<length / 2 + length]
        }
        let bytes = buffer.bytes
        let appended = bytes.indices.map { bytes[$0] }
        #expect(appended == expected)
    }

    @Test(arguments: [0, 1, 7, 8, 15, 16, 17, 40])
    func `of a text as much is copied as there is room for`(count: Int) {
        let source = (0..<count).map { UInt8($0 + 1) }
        var target = [UInt8](repeating: 0, count: 16)
        var room = target.mutableSpan
        let copied = source.span.copyPrefix(into: &room)
        #expect(copied == min(count, 16))
        #expect(target == Array((source + [UInt8](repeating: 0, count: 16)).prefix(16)))
    }
}
