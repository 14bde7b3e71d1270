import DeepLinks
import HTTPServer

/// A page on which a person chooses how to go on, or a program reads what a link is about.
///
/// It works without JavaScript, asks for nothing else, and never leads on by itself: a program would follow before it
/// has read (case 77), and a store would open although the app is there (case 79). Every link is a plain https link
/// (cases 57 and 81).
struct LinkPage {
    /// Nothing but the page's own style, and the image of the preview nowhere but in its tags.
    static let securityPolicy: StaticString =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    let purpose: PagePurpose
    let host: [UInt8]
    /// The link itself.
    let address: [UInt8]
    let preview: LinkPreview?
    /// Where the link to the web leads.
    let way: [UInt8]
    /// Where the link to the store leads.
    let store: [UInt8]?

    /// The page, in UTF-8.
    var html: [UInt8] {
        var page = HTMLText()
        page.add(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="color-scheme" content="light dark">

            """)
        if purpose == .choice { page.add("<meta name=\"robots\" content=\"noindex\">\n") }
        page.add("<title>")
        page.add(escaped: title)
        page.add("</title>\n")
        addTags(to: &page)
        page.add(Self.style)
        page.add("<main>\n<h1>")
        page.add(escaped: title)
        page.add("</h1>\n")
        if let description = preview?.description {
            page.add("<p>")
            page.add(escaped: Array(description.utf8))
            page.add("</p>\n")
        }
        if let store {
            let isPlay = store.starts(with: "https://play.google.com/".utf8)
            page.addLink(to: store, isPlay ? "Get it on Google Play" : "Get it in the App Store")
        }
        page.addLink(to: way, "Continue in the browser")
        page.add("</main>\n</html>\n")
        return page.bytes
    }

    private var title: [UInt8] { preview.map { Array($0.title.utf8) } ?? host }

    /// Open Graph (ogp.me) and what X reads.
    private func addTags(to page: inout HTMLText) {
        page.addTag("property", "og:type", Array("website".utf8))
        page.addTag("property", "og:url", address)
        page.addTag("property", "og:title", title)
        page.addTag("property", "og:site_name", host)
        if let description = preview?.description {
            page.addTag("property", "og:description", Array(description.utf8))
            page.addTag("name", "description", Array(description.utf8))
        }
        if let image = preview?.image {
            page.addTag("property", "og:image", Array(image.text.utf8))
            page.addTag("name", "twitter:card", Array("summary_large_image".utf8))
        } else {
            page.addTag("name", "twitter:card", Array("summary".utf8))
        }
    }

    private static let style: StaticString = """
        <style>
        body { font: 1.125rem/1.5 system-ui, sans-serif; margin: 15vh auto; max-width: 28rem; padding: 0 1rem }
        h1 { font-size: 1.5rem; overflow-wrap: anywhere }
        a { display: block; margin: 1rem 0; padding: .75rem 1rem; border: 2px solid; border-radius: .5rem; text-align: center }
        a:focus-visible { outline: 3px solid; outline-offset: 3px }
        </style>

        """
}

/// HTML in the making; what is not of the page itself goes in escaped.
struct HTMLText {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ text: StaticString) { bytes += String(describing: text).utf8 }

    /// Adds text that means nothing in HTML, in elements and in values of attributes.
    mutating func add(escaped text: [UInt8]) {
        for byte in text {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
    }

    mutating func addTag(_ kind: StaticString, _ name: StaticString, _ content: [UInt8]) {
        add("<meta ")
        add(kind)
        add("=\"")
        add(name)
        add("\" content=\"")
        add(escaped: content)
        add("\">\n")
    }

    /// Adds a link, if it leads to a web page and nowhere else (case 57).
    mutating func addLink(to address: [UInt8], _ text: StaticString) {
        guard address.starts(with: "https://".utf8) || address.starts(with: "http://".utf8) else { return }
        add("<a href=\"")
        add(escaped: address)
        add("\">")
        add(text)
        add("</a>\n")
    }
}
