import Cryptography
import DeepLinks

/// What all pages of a tenant have in common, made once for every change of the tenant.
final class ServedPage: Sendable {
    /// What the tenant says.
    let page: TenantPage
    /// The languages that a page can be in.
    let languages: [LanguageTag]

    private let frames: [LanguageTag: PageFrame]
    /// The `style` element.
    let style: [UInt8]
    /// What stands before the name, and behind it.
    let header: (start: [UInt8], end: [UInt8])
    private let policy: [UInt8]
    private let scriptPolicy: [UInt8]

    /// Makes what is common.
    ///
    /// - Throws: ``GatewayError`` when no digest can be had.
    init(_ page: TenantPage) throws(GatewayError) {
        self.page = page
        languages = page.languages
        frames = Dictionary(
            page.languages.map { ($0, PageFrame(page, $0)) }, uniquingKeysWith: { first, _ in first })
        let sheet = PageStyle(colors: page.colors).text
        style = Array("<style>\(sheet)</style>\n".utf8)
        header = Self.header(page.icon)
        let styleSource = try Self.source(of: sheet)
        let scriptSource = try Self.source(of: String(describing: PageScript.text))
        let common = "default-src 'none'; style-src \(styleSource); img-src data:"
        let rest = "; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
        policy = Array((common + rest).utf8)
        scriptPolicy = Array((common + "; script-src \(scriptSource)" + rest).utf8)
    }

    /// What pages of a tenant have in common; all tenants that say nothing of their own share it.
    ///
    /// - Throws: ``GatewayError`` when no digest can be had.
    static func of(_ page: TenantPage) throws(GatewayError) -> ServedPage {
        if page.isEmpty, let plain { return plain }
        return try ServedPage(page)
    }

    private static let plain = try? ServedPage(TenantPage())

    /// The frame of a page in a language.
    func frame(in language: LanguageTag) -> PageFrame { frames[language] ?? PageFrame(page, language) }

    /// The language for somebody who asks for these.
    func language(for preference: LanguagePreference) -> LanguageTag {
        preference.best(of: languages, standard: page.language)
    }

    /// What a page may load: nothing, and run: the script where there is one (Content Security Policy Level 3).
    func policy(hasScript: Bool) -> [UInt8] { hasScript ? scriptPolicy : policy }

    /// What stands before the name where the icon is left out.
    static let plainHeader = header(nil).start

    private static func header(_ icon: PageIcon?) -> (start: [UInt8], end: [UInt8]) {
        var start = HTMLText()
        start.add("<header>")
        if let icon {
            start.add("<img src=\"")
            start.add(escaped: icon.text)
            start.add("\" alt=\"\" width=\"48\" height=\"48\">")
        }
        start.add("<bdi>")
        return (start.bytes, Array("</bdi></header>\n".utf8))
    }

    /// The source expression of an inline element (Content Security Policy Level 3, section 2.3.1).
    private static func source(of text: String) throws(GatewayError) -> String {
        do throws(CryptographyError) {
            return "'sha256-\(Base64.text(try SHA256.digest(of: Array(text.utf8)).bytes))'"
        } catch {
            throw GatewayError(.internalFault, "the digest of a page's style: \(error)")
        }
    }
}

/// What all pages of a tenant in one language have in common.
struct PageFrame: Sendable {
    let language: LanguageTag
    /// What a page begins with, up to the title.
    let start: [UInt8]
    let labels: PageLabels
    /// What stands where no link or route says more.
    let title: String?
    let text: String?

    init(_ page: TenantPage, _ language: LanguageTag) {
        self.language = language
        labels = page.labels(in: language)
        title = page.texts[language]?.title ?? page.name
        text = page.texts[language]?.text
        start = Array(
            """
            <!doctype html>
            <html lang="\(language.text)"\(language.isRightToLeft ? " dir=\"rtl\"" : "")>
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">

            """.utf8)
    }
}
