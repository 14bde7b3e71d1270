import DeepLinks
import Testing

@Suite struct TenantPageTests {
    static let german = LanguageTag("de"), italian = LanguageTag("it")

    @Test func `what the tenant does not say we say in the same language`() throws {
        let german = try #require(Self.german)
        let page = TenantPage(texts: [german: PageTexts(open: "Zur App")])
        #expect(page.labels(in: german).open == "Zur App")
        #expect(page.labels(in: german).web == "Weiter im Browser")
        #expect(page.labels(in: try #require(LanguageTag("de-AT"))).open == "In der App öffnen")
        #expect(page.languages.map(\.text) == ["de", "en", "fr", "es", "ja", "ar"])
    }

    @Test func `labels of ours are there in six languages, short enough for a tenant's own`() {
        let labels = PageLabels.languages.map { TenantPage().labels(in: $0) }
        #expect(labels.count == 6)
        for label in labels.flatMap({ [$0.open, $0.web, $0.appStore, $0.googlePlay] }) {
            #expect((1...PageTexts.longestLabel).contains(label.count))
        }
        #expect(Set(labels.map(\.open)).count == 6)
    }
}
