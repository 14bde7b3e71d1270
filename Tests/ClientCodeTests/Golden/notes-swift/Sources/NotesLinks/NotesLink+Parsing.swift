// How the links of notes that open notes-ios are read, as of revision d16ac502aa9e of its routes.
//
// Made by: postern code swift --tenant notes --app notes-ios

import Foundation

extension NotesLink {
    /// Reads a universal link, or a URL of the app's own scheme.
    ///
    /// - Throws: ``LinkError``, which says why the URL is no link of the app.
    public init(_ url: URL) throws {
        var link = try LinkText(url, domains: Self.domains, scheme: "deeplink")
        self = try Self.route(&link)
    }

    static let domains = [LinkDomain(name: "go.notes.example")]

    /// Finds the first route that matches: it decides.
    private static func route(_ link: inout LinkText) throws -> Self {
        if link.matches("home") {
            return .home
        }
        if link.matches("profile") {
            return .profile
        }
        if link.matches("settings") {
            return .settings
        }
        throw link.mismatch
    }
}
