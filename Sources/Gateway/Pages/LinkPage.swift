import DeepLinks

/// A page on which a person chooses how to go on, or a program reads what a link is about.
///
/// It works without JavaScript, asks for nothing else, and never leads on by itself: a program would follow before it
/// has read (case 77), and a store would open although the app is there (case 79). What leads to the web and to stores
/// are plain links; only a tap opens the app (cases 57 and 81).
struct LinkPage {
    let content: PageContent
    let served: ServedPage
    let frame: PageFrame

    /// Makes the page for somebody who reads these languages.
    init(_ content: PageContent, of served: ServedPage, for preference: LanguagePreference) {
        self.content = content
        self.served = served
        frame = served.frame(in: served.language(for: preference))
    }

    /// Whether the page has the script that tells a Mac from an iPad.
    var hasScript: Bool { content.purpose == .choice && content.platform == .macOrIPad }

    /// The page, in UTF-8: what makes it longer than ``PageOmissions/longestPage`` is left out.
    var html: [UInt8] {
        var omissions: PageOmissions = []
        var page = html(without: omissions)
        for omission in PageOmissions.order where page.count > PageOmissions.longestPage {
            omissions.insert(omission)
            page = html(without: omissions)
        }
        return page
    }

    private func html(without omissions: PageOmissions) -> [UInt8] {
        let (title, text) = texts(without: omissions)
        var page = HTMLText()
        page.add(frame.start)
        if !content.isIndexed { page.add("<meta name=\"robots\" content=\"noindex\">\n") }
        page.add("<title>")
        page.add(escaped: title)
        page.add("</title>\n")
        addTags(title, text, without: omissions, to: &page)
        page.add(served.style)
        if hasScript {
            page.add("<script>")
            page.add(PageScript.text)
            page.add("</script>\n")
        }
        page.add("<body>\n")
        page.add(omissions.contains(.icon) ? ServedPage.plainHeader : served.header.start)
        page.add(escaped: name)
        page.add(served.header.end)
        page.add("<main>\n<h1><bdi>")
        page.add(escaped: title)
        page.add("</bdi></h1>\n")
        if let text {
            page.add("<p><bdi>")
            page.add(escaped: text)
            page.add("</bdi></p>\n")
        }
        addLinks(without: omissions, to: &page)
        page.add("</main>\n</html>\n")
        return page.bytes
    }

    private func texts(without omissions: PageOmissions) -> (title: String, text: String?) {
        guard omissions.contains(.longTexts) else { return (title, text) }
        return (title.cut(PageOmissions.longestTitle), text?.cut(PageOmissions.longestText))
    }

    private var name: String { served.page.name ?? content.host }

    private var title: String { content.preview?.title ?? frame.title ?? content.host }

    private var text: String? { content.preview == nil ? frame.text : content.preview?.description }

    private func addLinks(without omissions: PageOmissions, to page: inout HTMLText) {
        let isShort = omissions.contains(.repeatedLink)
        if var open = content.open {
            if isShort { open = AndroidIntent.withoutFallback(open) }
            if omissions.contains(.query), open.hasPrefix("https://") { open = String(open.prefix { $0 != "?" }) }
            page.addLink("open", to: open, frame.labels.open)
        }
        for store in content.stores where store.address.hasPrefix("https://") {
            let address = isShort ? String(store.address.prefix { $0 != "&" }) : store.address
            switch store.kind {
            case .appStore: page.addLink("store", to: address, frame.labels.appStore)
            case .googlePlay: page.addLink("store", to: address, frame.labels.googlePlay)
            }
        }
        page.addWebLink("web", to: content.way, frame.labels.web)
    }

    /// Open Graph (ogp.me), what X reads, and Safari's banner (developer.apple.com: promoting apps with Smart App
    /// Banners).
    private func addTags(_ title: String, _ text: String?, without omissions: PageOmissions, to page: inout HTMLText) {
        let isShort = omissions.contains(.repeatedLink)
        page.addTag("property", "og:type", "website")
        page.addTag("property", "og:url", isShort ? String(content.address.prefix { $0 != "?" }) : content.address)
        page.addTag("property", "og:title", title)
        page.addTag("property", "og:site_name", name)
        if let text {
            page.addTag("property", "og:description", text)
            if !omissions.contains(.repeatedText) { page.addTag("name", "description", text) }
        }
        if let image = content.preview?.image, !omissions.contains(.image) {
            page.addTag("property", "og:image", image.text)
            page.addTag("name", "twitter:card", "summary_large_image")
        } else {
            page.addTag("name", "twitter:card", "summary")
        }
        if let banner = content.banner {
            // A comma parts the banner's items.
            let argument = isShort ? "" : ", app-argument=" + content.address.replacing(",", with: "%2C")
            page.addTag("name", "apple-itunes-app", "app-id=\(banner.text)\(argument)")
        }
    }
}

extension String {
    /// So many characters of it, with a sign that there were more.
    fileprivate func cut(_ count: Int) -> String { self.count <= count ? self : prefix(count - 1) + "…" }
}
