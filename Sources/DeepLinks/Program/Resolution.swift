/// What the routes say to a request.
package enum Resolution: Equatable, Sendable {
    /// All is known.
    case decided(Decision)
    /// A link decides: look up the slug in ``Captures/slug`` and go on with
    /// ``RouteProgramView/decide(link:request:time:)``.
    case needsLink(LinkRequest)
    /// Who asks decides: find out and go on with
    /// ``RouteProgramView/decide(client:request:path:query:time:captures:)``.
    case needsClient(ClientRequest)
}

/// An answer and why it is given.
package struct Decision: Equatable, Sendable {
    /// What the client gets.
    package let answer: Answer
    /// Why.
    package let reason: Reason
    /// The index of the route that decided, in the route set; `nil` when none did.
    package let route: Int?
    /// Whether others may get another answer, for what they are.
    package var variesByClient = false
}

/// What the client gets.
package enum Answer: Equatable, Sendable {
    /// A redirect.
    case redirect(Redirect)
    /// A page that the gateway makes.
    case page(PageAnswer)
    /// The 404 page.
    case notFound
}

extension Answer {
    /// Where a browser would go; `nil` for nowhere.
    package var target: RedirectTarget? {
        switch self {
        case .redirect(let redirect): redirect.target
        case .page(let page): page.target
        case .notFound: nil
        }
    }
}

extension Decision {
    /// The same of a link that says itself what it is about: programs that draw previews get that in place of a redirect
    /// (case 77); search engines follow, for what they list is where it leads.
    ///
    /// - Parameters:
    ///   - client: Who asks.
    ///   - route: The link's route.
    /// - Returns: The decision.
    package func previewed(for client: Client, route: Int) -> Decision {
        guard client.kind == .preview, case .redirect(let redirect) = answer else { return self }
        let page = PageAnswer(target: redirect.target, purpose: .preview, store: nil)
        return Decision(answer: .page(page), reason: .preview, route: self.route ?? route, variesByClient: true)
    }

    /// What is decided of a link whose time is over.
    package static func expired(_ request: LinkRequest) -> Decision {
        Decision(answer: .notFound, reason: .expiredLink, route: request.route)
    }
}

/// A page that the gateway makes.
package struct PageAnswer: Equatable, Sendable {
    // In this order it is no larger than a redirect.
    /// Where the way on leads.
    package let target: RedirectTarget
    /// What the page is for.
    package let purpose: PagePurpose
    /// The template of the store's address; `nil` where there is none for the client.
    package let store: Int?
}

/// What a page is for.
package enum PagePurpose: Equatable, Sendable {
    /// A person chooses how to go on.
    case choice
    /// A program reads what the link is about (case 77).
    case preview
}

/// How a redirect is answered and where it leads.
package struct Redirect: Equatable, Sendable {
    /// 301, 302, 303, 307 or 308.
    package let status: Int
    /// Seconds a client may keep it; 0 is `no-store`.
    ///
    /// It never outlives the route or the link.
    package let maxAge: Int
    /// Where the text of the Location comes from.
    package let target: RedirectTarget
}

extension Redirect {
    /// The redirect of a link whose time is over to what follows it: nobody may keep it.
    package static let afterwards = Redirect(status: 302, maxAge: 0, target: .link)
}

/// Where the text of a Location comes from.
package enum RedirectTarget: Equatable, Sendable {
    /// A template, by its place in the program.
    case template(Int)
    /// The destination of the link that was looked up.
    case link
}

/// A link that a route asks for.
package struct LinkRequest: Equatable, Sendable {
    /// The index of the route in the route set.
    package let route: Int
}

/// A route whose destination depends on who asks.
package struct ClientRequest: Equatable, Sendable {
    /// The index of the route in the route set; `nil` where no route decides.
    package let route: Int?
    /// The place of what decides in the program.
    let record: Int
}

/// What is known of a link.
package enum LinkAnswer: Equatable, Sendable {
    /// There is none.
    case unknown
    /// It leads where the tenant's rules let no link lead.
    case refused
    /// It leads to a URL, until its end if it has one, in microseconds since 1970.
    case url(expires: Int64?)
    /// It leads to a path of the same domain.
    case path(expires: Int64?)
    /// It leads to a URL of an app's own scheme; has a way when it leads to the web for all others.
    case app(expires: Int64?, hasWay: Bool = false)
}

/// How it goes on when the link is known.
package enum LinkStep: Equatable, Sendable {
    /// All is known.
    case decided(Decision)
    /// The link's path goes through the routes once more: see ``LinkPath`` and ``RouteProgramView/resolve``.
    case reenter
}

/// Why a request got its answer, for records; the raw values are stable.
package enum Reason: UInt8, CaseIterable, Sendable {
    /// Nothing decided yet.
    case none = 0
    /// A route matched.
    case route = 1
    /// A link was found.
    case link = 2
    /// No route matched.
    case fallback = 3
    /// A dot segment, a backslash, a control character or a bad escape in the path.
    case badPath = 4
    /// The tenant is suspended.
    case suspended = 5
    /// No link has the slug.
    case unknownLink = 6
    /// The link's time is over.
    case expiredLink = 7
    /// A link's path leads to another link.
    case linkToLink = 8
    /// A captured value would make a dot segment in the destination.
    case unsafeCapture = 9
    /// The gateway answers the path itself.
    case reservedPath = 10
    /// No domain has the host.
    case unknownHost = 11
    /// The host is malformed.
    case malformedHost = 12
    /// The link could not be looked up in time.
    case linkUnavailable = 13
    /// The method is not GET, HEAD or OPTIONS.
    case method = 14
    /// A program got what previews are drawn from.
    case preview = 15
    /// The tenant's rules let no link lead where this one does.
    case refusedDestination = 16
    /// The Location would be the request's own URL.
    case ownURL = 17
    /// The link is paused, blocked, or has not begun.
    case inactiveLink = 18
    /// The request came without TLS where it is wanted.
    case wantsTLS = 19
    /// Another host stands for the domain.
    case canonicalHost = 20
}
