import Association
import JSONText
import Testing

@testable import postern

@Suite struct LintReportTests {
    private func report(_ text: String, kind: AssociationKind = .aasa) -> LintReport {
        let bytes = Array(text.utf8)
        return LintReport(AssociationLint.findings(bytes, kind: kind), of: bytes, kind: kind)
    }

    @Test func `the line is shown with what to write below it`() {
        let report = report("{\n  // replace the prefix\n  \"applinks\": {}\n}\n")
        #expect(
            report.text == """
                line 2, column 3: error: the file is not valid JSON, so nothing in it counts: expected a name in double \
                quotes, found "/"
                    // replace the prefix
                    ^ take the comment out: JSON has none
                    invalid-json

                """)
        #expect(report.summary == "aasa: 1 error; what is named an error does not work")
    }

    @Test func `the whole file is written as it was meant, with what only its owner knows`() {
        let report = report(
            """
            {
              // replace the prefix
              "applinks": {"details": [{"appIDs": "TEAMID.example.shop", "components": [{"/": "/p/*"}],}]}
            }
            """)
        #expect(
            report.mending == """
                what to write instead:

                {
                  "applinks": {
                    "details": [{ "appIDs": ["TEAMID.example.shop"], "components": [{ "/": "/p/*" }] }]
                  }
                }

                still to be mended in it:
                \(prefix)

                """)
        #expect(self.report(#"{"applinks": {"details": []}}"#).mending == nil)
    }

    /// What is said of a prefix that is a placeholder.
    private var prefix: String {
        let text = #"{"applinks": {"details": [{"appIDs": ["TEAMID.example.shop"], "components": [{"/": "/p/*"}]}]}}"#
        return AssociationLint.findings(Array(text.utf8), kind: .aasa).filter { $0.severity != .note }
            .map { "\($0.severity.rawValue) at \($0.pointer): \($0.message); \($0.advice)" }.joined(separator: "\n")
    }

    @Test func `errors come first, and those of a kind together`() {
        let report = report(
            #"""
            {"applinks": {"details": [{"appIDs": ["7Q2MX9RK4T.example.shop"], "components": [
              {"/": "/a//b"}, {"/": "/é"}, {"/": "/c//d"}
            ]}]}}
            """#)
        #expect(
            report.text == #"""
                line 2, column 25: error: URLs have "é" escaped only, so the pattern matches nothing
                    {"/": "/a//b"}, {"/": "/é"}, {"/": "/c//d"}
                                          ^ write "/%C3%A9"
                    pattern-not-encoded at /applinks/details/0/components/1/~1

                line 2, column 9: warning: what "//" inside a pattern matches is not known
                    {"/": "/a//b"}, {"/": "/é"}, {"/": "/c//d"}
                          ^ write one slash
                    pattern-double-slash at /applinks/details/0/components/0/~1
                    line 2, column 38: the same

                """#)
        #expect(report.summary == "aasa: 1 error, 2 warnings; what is named an error does not work")
    }

    @Test func `many of a kind are counted`() {
        let rules = (0..<9).map { #"{"/":"/a\#($0)//b"}"# }.joined(separator: ",")
        let report = report(#"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.a.b"],"components":[\#(rules)]}]}}"#)
        #expect(report.text.hasSuffix("    and 4 more: --json has them all\n"))
        #expect(report.summary.hasPrefix("aasa: 9 warnings; "))
    }

    @Test func `a long line is cut around the place`() throws {
        let text =
            #"{"x":""# + String(repeating: "é", count: 200) + #"","applinks":7,"y":""#
            + String(repeating: "z", count: 200)
        let place = try #require(text.utf8.firstRange(of: "7".utf8))
        let offset = text.utf8.distance(from: text.utf8.startIndex, to: place.lowerBound)
        let position = JSONPosition(offset: offset, line: 1, column: 1)
        let excerpt = try #require(TextExcerpts(Array(text.utf8)).excerpt(at: position))
        #expect(excerpt.line.hasPrefix("…é") && excerpt.line.hasSuffix("z…") && excerpt.line.count < 100)
        #expect(Array(excerpt.line)[excerpt.column] == "7")
    }

    @Test func `nothing of the file reaches the terminal that does not print`() {
        let report = report("{\"applinks\":{\"details\":[]},\"\\u001b[31m\\u202e\":1}")
        #expect(report.text.unicodeScalars.allSatisfy { $0 == "\n" || $0.isPrintable })
    }

    @Test func `a good file has a line, too`() {
        let report = report(#"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.a.b"],"components":[{"/":"/a"}]}]}}"#)
        #expect(report.text.isEmpty && report.summary == "aasa: no findings")
    }
}
