/// The pages that the gateway makes itself; static, small, without any request of their own.
enum Page {
    /// Nothing is here: unknown host, unknown link, suspended tenant.
    static let notFound: StaticString = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <meta name="color-scheme" content="light dark">
        <title>Not found</title>
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 28rem; padding: 0 1rem }
        h1 { font-size: 1.5rem }
        </style>
        <main>
        <h1>Not found</h1>
        <p>There is nothing at this address. The link may be mistyped or no longer in use.</p>
        </main>
        </html>

        """

    /// The link's time is over.
    static let gone: StaticString = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="robots" content="noindex">
        <meta name="color-scheme" content="light dark">
        <title>No longer available</title>
        <style>
        body { font: 1rem/1.5 system-ui, sans-serif; margin: 20vh auto; max-width: 28rem; padding: 0 1rem }
        h1 { font-size: 1.5rem }
        </style>
        <main>
        <h1>No longer available</h1>
        <p>This link has expired.</p>
        </main>
        </html>

        """

    /// The request names no host that could be one.
    static let badRequest: StaticString = """
        <!doctype html>
        <html lang="en">
        <meta charset="utf-8">
        <title>Bad request</title>
        <main>
        <h1>Bad request</h1>
        <p>The address of this request is malformed.</p>
        </main>
        </html>

        """

    /// Crawlers may read everything; what must stay out of indexes says so itself (case 42).
    static let robots: StaticString = """
        User-agent: *
        Allow: /

        """
}
