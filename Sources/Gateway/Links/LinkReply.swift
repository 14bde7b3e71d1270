import DeepLinks
import FleetStore
import HTTPServer

/// A request as far as it matters when its link is known.
struct LinkRequestCopy: Sendable {
    /// The domain that was asked for; looked up again, for the table may have changed meanwhile.
    let domain: DomainKey
    /// The host of the request and its port; of a wildcard, one of its names.
    let host: [UInt8]
    let path: [UInt8]
    let query: [UInt8]
    /// Who asked, where it matters.
    let client: Client
    /// What pages have to know of who asked.
    let userAgent: [UInt8]
    let languages: [UInt8]
    /// The route that asked for the link, to which the answer belongs.
    let route: LinkRequest
    /// Whether the client asks where it would be led.
    let describes: Bool
}

/// What finishes a reply that waited for a link: the request, and what was found.
final class LinkReply: DeferredCompletion {
    let request: LinkRequestCopy
    let answer: LookupAnswer

    init(_ request: LinkRequestCopy, _ answer: LookupAnswer) {
        self.request = request
        self.answer = answer
    }
}
