import DeepLinks
import HTTPWire

/// What a page has to know of who asks, beside the client: spans over the request.
struct PageAsker: ~Escapable {
    let userAgent: Span<UInt8>
    let languages: Span<UInt8>

    @_lifetime(copy userAgent, copy languages)
    init(userAgent: Span<UInt8>, languages: Span<UInt8>) {
        self.userAgent = userAgent
        self.languages = languages
    }

    /// Nobody; the span gives nothing but its life.
    @_lifetime(copy bytes)
    init(nobody bytes: Span<UInt8>) {
        self.init(userAgent: bytes.extracting(0..<0), languages: bytes.extracting(0..<0))
    }

    /// The fields of a request; an absent one is empty.
    @_lifetime(copy request)
    init(_ request: borrowing RequestView) {
        var userAgent = request.path.extracting(0..<0)
        var languages = userAgent
        if let field = request.field(named: "user-agent") { userAgent = field }
        if let field = request.field(named: "accept-language") { languages = field }
        self.init(userAgent: userAgent, languages: languages)
    }

    /// The languages, the best first.
    var preference: LanguagePreference {
        LanguagePreference(String(decoding: [UInt8](copying: languages), as: UTF8.self))
    }
}
