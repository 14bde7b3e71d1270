// How the links of kitchen that open kitchen-ios are read, as of revision d0642b4526fe of its
// routes.
//
// Made by: postern code swift --tenant kitchen --app kitchen-ios

import Foundation

extension KitchenLink {
    /// Reads a universal link.
    ///
    /// - Throws: ``LinkError``, which says why the URL is no link of the app.
    public init(_ url: URL) throws {
        var link = try LinkText(url, domains: Self.domains, scheme: nil)
        self = try Self.route(&link)
    }

    static let domains = [
        LinkDomain(name: "www.kitchen.example"),
        LinkDomain(name: "*.kitchen.example"),
    ]

    /// Finds the first route that matches: it decides.
    private static func route(_ link: inout LinkText) throws -> Self {
        if link.matches("mobile-app", "recipes") {
            return .recipes(.list)
        }
        if let match = link.match("mobile-app", "recipe", query: .text("id"), .optional("referrer"))
        {
            return try .recipes(
                .detail(id: match.text("id"), referrer: match.optionalText("referrer")))
        }
        if let match = link.match("mobile-app", "profile", query: .choice("to", of: To.self)) {
            return try .profile(to: match.choice("to"))
        }
        throw link.mismatch
    }
}
