import DeepLinks

/// A URL that slugs are put behind: `https://go.acme.example/c/`.
struct LinkPrefix {
    private let text: String

    /// Reads the URL; a slash at its end may be left out.
    init(_ field: String, _ text: String) throws {
        _ = try parse(field, text) { text throws(RuleViolation) in
            let url = try LinkURL(text)
            guard url.scheme == .https, url.query == nil, url.fragment == nil else {
                throw RuleViolation("slugs stand behind an https URL without query and fragment")
            }
            return url
        }
        self.text = text.hasSuffix("/") ? text : text + "/"
    }

    /// The URL of a slug, which is percent-encoded.
    func url(ofSlug slug: String) -> String { text + PercentEncoding.encoded(slug.utf8) }

    /// The URL of a segment that is percent-encoded already.
    func url(ofSegment segment: String) -> String { text + segment }
}

extension LinkURL {
    /// The last segment of the path, as written.
    var lastSegment: String {
        var path = path
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        return String(
            decoding: path[(path.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? path.startIndex)...], as: UTF8.self)
    }
}
