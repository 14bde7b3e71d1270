/// What a person sees while a link cannot be looked up: it may work in a moment, and there is a way on.
struct UnavailablePage {
    /// What the page may load and run: nothing (Content Security Policy Level 3).
    static let securityPolicy: StaticString =
        "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'"

    /// Where the domain leads when nothing else is known.
    let way: [UInt8]

    /// The page, in UTF-8.
    var html: [UInt8] {
        var page = HTMLText()
        page.add(
            """
            <!doctype html>
            <html lang="en">
            <meta charset="utf-8">
            <meta name="viewport" content="width=device-width, initial-scale=1">
            <meta name="robots" content="noindex">
            <meta name="color-scheme" content="light dark">
            <title>Try again in a moment</title>
            <style>
            body { font: 1rem/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 28rem; padding: 0 1rem }
            h1 { font-size: 1.5rem }
            </style>
            <main>
            <h1>Try again in a moment</h1>
            <p>This link cannot be looked up right now.</p>

            """)
        page.addWebLink("web", to: String(decoding: way, as: UTF8.self), "Go on without it")
        page.add("</main>\n</html>\n")
        return page.bytes
    }
}
