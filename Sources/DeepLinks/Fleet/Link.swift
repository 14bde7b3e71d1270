/// A named short path under a route of kind `links`, with its own destination and life span.
package struct Link: Equatable, Sendable {
    /// Where it lives.
    package var key: LinkKey

    /// Where a browser goes.
    package var destination: LinkDestination

    /// When it is there.
    package var life: LinkLife

    /// Where a browser goes once its time is over; `nil` is the page that says so.
    package var afterwards: WebURL?

    /// What else it has.
    package var details: LinkDetails

    /// Makes a link.
    package init(
        key: LinkKey, destination: LinkDestination, life: LinkLife = LinkLife(), afterwards: WebURL? = nil,
        details: LinkDetails = LinkDetails()
    ) {
        self.key = key
        self.destination = destination
        self.life = life
        self.afterwards = afterwards
        self.details = details
    }
}

extension Link {
    /// All places to which it may lead, whoever follows it and when.
    package var destinations: [LinkDestination] {
        [destination] + details.places.map(\.destination) + (afterwards.map { [.url($0)] } ?? [])
    }
}

/// What a link is found by.
package struct LinkKey: Hashable, Sendable {
    /// The domain, a wildcard as such: the link holds for every name it stands for.
    package var domain: DomainName
    /// The route of kind `links`.
    package var route: RouteName
    /// The slug: percent-decoded once, UTF-8, ASCII letters folded where the domain folds.
    package var slug: String

    /// Makes a key from a slug in its stored form.
    package init(domain: DomainName, route: RouteName, slug: String) {
        self.domain = domain
        self.route = route
        self.slug = slug
    }
}

/// Where a link sends a browser.
package enum LinkDestination: Equatable, Sendable {
    /// An absolute http or https URL, kept byte for byte.
    case url(WebURL)
    /// A path, with query, of the same domain: goes through the routes once more.
    case path(String)
    /// A URL of the own scheme of one of the tenant's apps: on a page whose button opens the app, never by itself
    /// (case 81).
    case app(AppURL)
}

extension LinkDestination {
    /// Where it leads a browser by itself, whoever asks; `nil` for the URL of an app.
    ///
    /// - Parameter host: The host of the link, on which its path is.
    /// - Returns: An http or https URL.
    package func way(on host: String) -> String? {
        switch self {
        case .url(let url): url.text
        case .path(let path): "https://\(host)\(path)"
        case .app: nil
        }
    }
}
