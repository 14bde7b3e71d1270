import DeepLinks

/// What a person sees while a link cannot be looked up: it may work in a moment, and there is a way on.
///
/// It looks as all
/// pages of the tenant do.
struct UnavailablePage {
    let served: ServedPage
    let frame: PageFrame
    /// The host of the page.
    let host: String
    /// Where the domain leads when nothing else is known.
    let way: String

    /// Makes the page for somebody who reads these languages.
    init(of served: ServedPage, host: String, way: String, for preference: LanguagePreference) {
        self.served = served
        self.host = host
        self.way = way
        frame = served.frame(in: served.language(for: preference))
    }

    /// The page, in UTF-8.
    var html: [UInt8] {
        // A language that only the tenant writes is no language of these texts.
        let texts = NoticeTexts(.unavailable, in: frame.language)
        var page = HTMLText()
        page.add(frame.start)
        page.add("<meta name=\"robots\" content=\"noindex\">\n<title>")
        page.add(escaped: texts.title)
        page.add("</title>\n")
        page.add(served.style)
        page.add("<body>\n")
        page.add(served.header.start)
        page.add(escaped: served.page.name ?? host)
        page.add(served.header.end)
        page.add("<main>\n<h1>")
        page.add(escaped: texts.title)
        page.add("</h1>\n<p>")
        page.add(escaped: texts.text)
        page.add("</p>\n")
        page.addWebLink("web", to: way, frame.labels.web)
        page.add("</main>\n</html>\n")
        return page.bytes
    }
}
