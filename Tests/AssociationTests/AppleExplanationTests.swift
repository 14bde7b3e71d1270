import Association
import DeepLinks
import JSONText
import Testing

@Suite struct AppleExplanationTests {
    private func explanation(_ json: String, _ url: String, app: String = "A.b") throws -> AppleExplanation {
        AppleMatcher(try AppleDocument(Array(json.utf8)))
            .explanation(try LinkURL("https://go.acme.example\(url)"), app: app)
    }

    @Test func `each earlier rule says which of its parts failed`() throws {
        let json = #"""
            {"applinks":{"details":[{"appIDs":["A.a"],"components":[{}]},{"appIDs":["A.b"],"components":[
            {"/":"/x/*"},{"/":"/help","?":{"topic":"?*","id":"7"}},{"?":"a"},{"#":"top"},{"/":"/help","exclude":true}]}]}}
            """#
        let explanation = try explanation(json, "/help?topic=1&id=8#end")
        #expect(explanation.decision.outcome == .browser)
        #expect(explanation.decision.rule?.path.pointer == "/applinks/details/1/components/4")
        #expect(explanation.decision.rule?.position.line == 2)
        #expect(
            explanation.earlier.map(\.mismatch) == [
                .path(pattern: "/x/*", text: "/help"), .item(name: "id", pattern: "7", values: ["8"]),
                .query(pattern: "a", text: "topic=1&id=8"), .fragment(pattern: "top", text: "end"),
            ])
        #expect(explanation.earlier.map(\.path.pointer).last == "/applinks/details/1/components/3")
    }

    @Test func `without a rule the reason is said`() throws {
        let json = #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/x"}]}]}}"#
        #expect(try explanation(json, "/y").decision.reason == .noRule)
        #expect(try explanation(json, "/x", app: "A.c").decision.reason == .noEntry)
        #expect(try explanation("{}", "/x").decision.reason == .noEntry)
    }

    @Test func `both answers are given where old and new systems read an entry differently`() throws {
        // Case 12.
        let json = #"""
            {"applinks":{"apps":[],"details":[{"appIDs":["A.b"],"appID":"A.b","paths":["/old/*"],"components":[{"/":"/new/*"}]}]}}
            """#
        let old = try explanation(json, "/old/1")
        #expect(old.decision.outcome == .browser)
        #expect(old.legacy?.outcome == .open)
        #expect(old.legacy?.rule?.path.pointer == "/applinks/details/0/paths/0")
        let new = try explanation(json, "/new/1")
        #expect(new.decision.outcome == .open)
        #expect(new.legacy?.outcome == .browser)
        #expect(try explanation(json, "/other").legacy == nil)
    }

    @Test func `paths of an entry without the old app ID are no old system's`() throws {
        let json = #"{"applinks":{"apps":[],"details":[{"appIDs":["A.b"],"paths":["/a"]}]}}"#
        let explanation = try explanation(json, "/a")
        #expect(explanation.decision.outcome == .open)
        #expect(explanation.legacy?.outcome == .browser)
        #expect(explanation.legacy?.reason == .noEntry)
    }

    @Test func `old systems read nothing without an empty apps`() throws {
        // Case 10.
        let json = #"{"applinks":{"details":[{"appID":"A.b","paths":["/x"]}]}}"#
        #expect(try explanation(json, "/x").legacy?.reason == .noEmptyApps)
        let modern = #"{"applinks":{"details":[{"appID":"A.b","components":[{}]}]}}"#
        #expect(try explanation(modern, "/x").legacy == nil)
    }
}
