import DeepLinks
import HTTPServer

/// What finishes a reply that waited for a link: the request as far as it still matters, and what was found.
final class LinkReply: DeferredCompletion {
    /// The domain that was asked for; looked up again, for the table may have changed meanwhile.
    let domain: DomainKey
    let path: [UInt8]
    let query: [UInt8]
    /// The route that asked for the link, to which the answer belongs.
    let route: LinkRequest
    let found: FoundLink

    init(domain: DomainKey, path: [UInt8], query: [UInt8], route: LinkRequest, found: FoundLink) {
        self.domain = domain
        self.path = path
        self.query = query
        self.route = route
        self.found = found
    }
}
