import Association
import DeepLinks
import Foundation
import Testing

@Suite(.enabled(if: Cases.areThere, Cases.reason)) struct AppleCaseTests {
    @Test func `every row is decided as Apple's systems decide it`() throws {
        for (number, row) in try Cases.rows("aasa-match.tsv").enumerated() {
            let (json, url, app, expected, source) = (row[0], row[1], row[2], row[3], row[4])
            for slashes in InnerSlashes.allCases {
                #expect(
                    try outcome(json, url, app, host: host(in: source), slashes).rawValue == expected,
                    "row \(number + 2): \(json) \(url) \(source)")
            }
        }
    }

    /// The host that serves the file, where the row says it.
    private func host(in source: String) -> String? {
        guard let range = source.range(of: "file served by ") else { return nil }
        return String(source[range.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "-" })
    }

    /// A file that is none opens nothing.
    private func outcome(
        _ json: String, _ url: String, _ app: String, host: String?, _ slashes: InnerSlashes
    ) throws -> LinkOutcome {
        guard let document = try? AppleDocument(Array(json.utf8)) else { return .browser }
        let matcher = AppleMatcher(document, host: host, slashes: slashes)
        let link = try LinkURL(url)
        let explanation = matcher.explanation(link, app: app)
        #expect(explanation.decision.outcome == matcher.decision(link, app: app).outcome)
        return explanation.decision.outcome
    }
}
