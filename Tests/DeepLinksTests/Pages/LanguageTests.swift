import DeepLinks
import Testing

@Suite struct LanguageTests {
    @Test(
        arguments: [
            ("de", "de"), ("PT-br", "pt-BR"), ("ZH-hANT-tw", "zh-Hant-TW"), ("sr-latn", "sr-Latn"),
            ("es-419", "es-419"),
            ("de-CH-1901", "de-CH-1901"),
        ]
    )
    func `a tag has one spelling`(text: String, tag: String) {
        #expect(LanguageTag(text)?.text == tag)
    }

    @Test(arguments: ["", "d", "deutsch", "1e", "de-", "de--AT", "de_AT", "de-abcdefghi", "de AT", "dé"])
    func `anything else is no tag`(text: String) {
        #expect(LanguageTag(text) == nil)
    }

    @Test(
        arguments: [
            ("ar", true), ("ar-EG", true), ("he", true), ("fa-IR", true), ("ur", true), ("pa-Arab", true),
            ("az-Latn", false), ("en", false), ("ja", false),
        ]
    )
    func `a language knows where it begins`(tag: String, isRightToLeft: Bool) {
        #expect(LanguageTag(tag)?.isRightToLeft == isRightToLeft)
    }

    @Test(
        arguments: [
            ("de", "de"), ("de-AT,en;q=0.5", "de"), ("en-GB", "en"), ("pt-BR", "pt-BR"), ("pt-PT,de", "pt-BR"),
            ("fr;q=0.1,ja;q=0.9", "ja"), ("de;q=0,fr;q=0.2", "fr"), ("nl,da", "es"), ("", "es"), ("*", "es"),
            ("nl, *;q=0.5, de;q=0.4", "es"), ("de;q=2,ar", "ar"), ("de;q=x,ar", "ar"), (" ar ; q=0.7 , de;q=0.6", "ar"),
            ("zh-Hant-TW", "zh-Hant"), ("zh-TW", "zh-Hant"), ("x,y,;,=,de", "de"), ("en;q=0.801,de;q=0.8", "en"),
        ]
    )
    func `the best language is the reader's best that is there`(field: String, best: String) throws {
        let languages = ["pt-BR", "zh-Hant", "en", "de", "fr", "ja", "ar"].compactMap { LanguageTag($0) }
        let standard = try #require(LanguageTag("es"))
        #expect(LanguagePreference(field).best(of: languages, standard: standard).text == best)
    }
}
