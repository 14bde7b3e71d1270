package import Platform

/// A link as a fleet file gives it: by its URL.
package struct LinkEntry: Equatable, Sendable {
    /// The link itself, with the host as the domain's name: `https://go.acme.example/c/summer`,
    /// `https://*.acme.example/c/summer`.
    package var url: String

    /// Where a browser goes.
    package var destination: LinkDestination

    /// The first instant at which the link is gone; `nil` is never.
    package var expires: UnixTime?

    /// Makes an entry.
    package init(url: String, destination: LinkDestination, expires: UnixTime? = nil) {
        self.url = url
        self.destination = destination
        self.expires = expires
    }
}
