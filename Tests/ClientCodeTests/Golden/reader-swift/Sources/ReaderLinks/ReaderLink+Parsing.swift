// How the links of reader that open reader-ios are read, as of revision 44fd2f5e8aea of its routes.
//
// Made by: postern code swift --tenant reader --app reader-ios

import Foundation

extension ReaderLink {
    /// Reads a universal link, or a URL of the app's own scheme.
    ///
    /// - Throws: ``LinkError``, which says why the URL is no link of the app.
    public init(_ url: URL) throws {
        var link = try LinkText(url, domains: Self.domains, scheme: "myapp")
        self = try Self.route(&link)
    }

    static let domains = [
        LinkDomain(name: "go.reader.example", optOut: (item: "web", fragment: "web"))
    ]

    /// Finds the first route that matches: it decides.
    private static func route(_ link: inout LinkText) throws -> Self {
        if let match = link.match("item", .digits("id")) {
            return try .item(id: match.integer("id"))
        }
        if let match = link.match("profile", .text("user")) {
            return try .profile(user: match.text("user"))
        }
        if let match = link.match("article", .text("slug")) {
            return try .article(slug: match.text("slug"))
        }
        throw link.mismatch
    }
}
