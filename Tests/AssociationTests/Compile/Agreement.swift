import Association
import DeepLinks
import Testing

/// A table, the matchers over its file, and how far they agree.
///
/// The matchers differ in what slashes in a row inside a path are, which is not known of Apple's.
struct Agreement {
    private let set: RouteSet
    private let oracle: TableOracle
    private let text: String
    private let matchers: [AppleMatcher]

    /// Compiles a table.
    ///
    /// - Throws: ``AssociationError`` for a table that needs a larger file than systems read.
    init(_ set: RouteSet) throws {
        self.set = set
        oracle = TableOracle(set)
        let bytes = try #require(try AssociationDocument.compile(set, kind: .aasa))
        text = String(decoding: bytes, as: UTF8.self)
        let document = try AppleDocument(bytes)
        #expect(document.findings.filter { $0.severity != .note }.isEmpty)
        matchers = InnerSlashes.allCases.map { AppleMatcher(document, slashes: $0) }
    }

    /// Compares for every app, and counts what was compared.
    func check(_ url: String, _ tally: inout AgreementTally, _ comment: String) throws {
        let link = try LinkURL(url)
        let decider = oracle.decider(link)
        for app in set.apps {
            guard let appID = app.identity.appID else { continue }
            let expected = oracle.opens(decider, app.name)
            tally.count(url, decider, in: set, opens: expected)
            for matcher in matchers {
                let outcome = matcher.decision(link, app: appID.text).outcome
                if (outcome == .open) == expected { continue }
                let routes = set.routes.map { "\($0.pattern) \($0.opens)" }.joined(separator: "\n")
                Issue.record("\(comment): \(url) \(app.name) \(outcome), \(decider)\n\(routes)\n\(text)")
            }
        }
    }
}
