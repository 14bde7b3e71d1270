import DeepLinks
import HTTPServer

/// What finishes a reply that waited for a link: the request as far as it still matters, and what was found.
final class LinkReply: DeferredCompletion {
    /// The domain that was asked for; looked up again, for the table may have changed meanwhile.
    let domain: DomainKey
    /// The host of the request; of a wildcard, one of its names.
    let host: [UInt8]
    let path: [UInt8]
    let query: [UInt8]
    /// Who asked, where it matters.
    let client: Client
    /// The route that asked for the link, to which the answer belongs.
    let route: LinkRequest
    let found: FoundLink

    init(
        domain: DomainKey, host: [UInt8], path: [UInt8], query: [UInt8], client: Client, route: LinkRequest,
        found: FoundLink
    ) {
        self.domain = domain
        self.host = host
        self.path = path
        self.query = query
        self.client = client
        self.route = route
        self.found = found
    }
}
