/// A path that the gateway answers itself, ahead of all routes.
///
/// Only the exact spelling counts: another case, an escape or a slash more is a path like others (case 41), but for
/// what lies below `/.well-known/`, which is all reserved (RFC 8615).
package enum ReservedPath: Equatable, Sendable {
    /// `/.well-known/apple-app-site-association` and `/apple-app-site-association`.
    case appleAppSiteAssociation
    /// `/.well-known/assetlinks.json`.
    case assetLinks
    /// `/robots.txt`.
    case robots
    /// `/favicon.ico`.
    case favicon
    /// Below `/.well-known/acme-challenge/`: what authorities ask before they sign a certificate (RFC 8555 section 8.3).
    case challenge
    /// Anything else at or below `/.well-known`: not found.
    case wellKnown

    /// What paths of challenges begin with; the token follows.
    package static let challengePrefix: StaticString = "/.well-known/acme-challenge/"

    /// Sorts a path; `nil` when it belongs to the routes.
    package init?(path: Span<UInt8>) {
        guard path.count > 1 else { return nil }
        switch path[1] {
        case UInt8(ascii: "."):
            guard path.starts(with: "/.well-known") else { return nil }
            if path.equals("/.well-known/apple-app-site-association") {
                self = .appleAppSiteAssociation
            } else if path.equals("/.well-known/assetlinks.json") {
                self = .assetLinks
            } else if path.starts(with: Self.challengePrefix) {
                self = .challenge
            } else if path.count == 12 || path[12] == UInt8(ascii: "/") {
                self = .wellKnown
            } else {
                return nil
            }
        case UInt8(ascii: "a") where path.equals("/apple-app-site-association"):
            self = .appleAppSiteAssociation
        case UInt8(ascii: "r") where path.equals("/robots.txt"):
            self = .robots
        case UInt8(ascii: "f") where path.equals("/favicon.ico"):
            self = .favicon
        default:
            return nil
        }
    }
}

extension ReservedPath {
    /// Whether the path opens no app, since it is a reserved one but for slashes at the end and, where the domain folds
    /// case, that of letters: association files cannot tell these apart.
    static func keepsFromApps(_ path: some Collection<UInt8>, folds: Bool) -> Bool {
        var path = folds ? path.map(URLCharacter.folded) : Array(path)
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        return ReservedPath(path: path.span) != nil
    }
}

extension Span<UInt8> {
    /// Whether the first bytes are these.
    func starts(with text: StaticString) -> Bool {
        let size = text.utf8CodeUnitCount
        guard count >= size else { return false }
        for index in 0..<size where unsafe text.utf8Start[index] != self[index] { return false }
        return true
    }

    /// Whether the bytes are these.
    func equals(_ text: StaticString) -> Bool { count == text.utf8CodeUnitCount && starts(with: text) }
}
