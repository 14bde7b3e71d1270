import Foundation
import Platform
import TestSupport
import Testing

@testable import postern

/// Comma-separated values as RFC 4180 has them, and as programs write them.
@Suite struct CSVReaderTests {
    private func rows(_ text: String) throws -> [[String]] {
        let folder = try TemporaryDirectory.make("postern-rows")
        defer { try? FileManager.default.removeItem(atPath: folder) }
        let path = folder + "/rows.csv"
        try File.replace(path, with: Array(text.utf8))
        var reader = CSVReader(try InputFile(path))
        var rows: [[String]] = []
        while let row = try reader.next() { rows.append(row + ["\(reader.line)"]) }
        return rows
    }

    @Test(arguments: [
        ("a,b\n1,2\n", [["a", "b", "1"], ["1", "2", "2"]]), ("a,b\r\n1,2", [["a", "b", "1"], ["1", "2", "2"]]),
        ("a;b\n1,5;2\n", [["a", "b", "1"], ["1,5", "2", "2"]]), ("a\tb\n1\t\n", [["a", "b", "1"], ["1", "", "2"]]),
        ("a,b\n\n\n\"x,\"\"y\"\"\n z\",2\n3,4\n", [["a", "b", "1"], ["x,\"y\"\n z", "2", "4"], ["3", "4", "6"]]),
        ("\u{FEFF}a,b\n", [["a", "b", "1"]]), ("", []), ("a\n\"\"\n", [["a", "1"], ["", "2"]]),
    ])
    func `rows come with the line on which they begin`(text: String, expected: [[String]]) throws {
        #expect(try rows(text) == expected)
    }

    @Test(arguments: [
        ("a\n\"x", "a quote is left open"), ("a\n\"x\"y\n", "text follows a quoted field"),
    ])
    func `what is malformed is told with its line`(text: String, message: String) throws {
        let bad = #expect(throws: BadLine.self) { try rows(text) }
        #expect(bad?.rule == message)
        #expect(bad?.line == 2)
    }

    @Test func `a file longer than any block is read whole, wherever the blocks end`() throws {
        let count = 40_000
        let text = (0..<count).map { "\($0),\"value, \($0)\"\n" }.joined()
        let rows = try rows("n,v\n" + text)
        #expect(rows.count == count + 1)
        #expect(rows.last == ["\(count - 1)", "value, \(count - 1)", "\(count + 1)"])
        #expect(rows.dropFirst().allSatisfy { $0[1] == "value, \($0[0])" })
    }

    @Test(arguments: ["plain", "with, comma", "with \"quotes\"", "two\nlines", "semi;colon", ""])
    func `a field that is written is read again`(text: String) throws {
        #expect(try rows("a,\(text.csvField),b\n").first.map { Array($0.prefix(3)) } == ["a", text, "b"])
    }
}
