// How the links of shop that open shop-ios are read, as of revision 90814f3f1a1e of its routes.
//
// Made by: postern code swift --tenant shop --app shop-ios

import Foundation

extension ShopLink {
    /// Reads a universal link.
    ///
    /// - Throws: ``LinkError``, which says why the URL is no link of the app.
    public init(_ url: URL) throws {
        var link = try LinkText(url, domains: Self.domains, scheme: nil)
        self = try Self.route(&link)
    }

    static let domains = [LinkDomain(name: "www.yourdomain.example")]

    /// Finds the first route that matches: it decides.
    private static func route(_ link: inout LinkText) throws -> Self {
        if let match = link.match("products", .text("id"), query: .optional("color")) {
            return try .product(id: match.text("id"), color: match.optionalText("color"))
        }
        if link.matches("profile") {
            return .profile
        }
        if let match = link.match("orders", .text("id")) {
            return try .order(id: match.text("id"))
        }
        // The route `campaign` stays in the browser.
        try link.leave("c", .text("slug"))
        throw link.mismatch
    }
}
