/// What the gateway does with a URL and why, for people.
package struct Explanation: Equatable, Sendable {
    /// What a browser gets.
    package let outcome: ExplainedOutcome
    /// Why.
    package let reason: Reason
    /// The route that decided; `nil` when none did.
    package let route: RouteName?
    /// What that route captured, in the pattern's order.
    package let captures: [ExplainedCapture]
    /// The link that decided.
    package let link: Link?
    /// The routes before it, or all when none decided, and why each did not match.
    package let passed: [PassedRoute]
    /// Whether others may get another answer, for what they are.
    package let variesByClient: Bool
    /// What decides whether apps open.
    package let appRule: AppRule
    /// The set's apps, and whether each opens: by the routes alone, whatever the time and for a suspended tenant too.
    package let apps: [AppOpening]
}

/// What a browser gets.
package enum ExplainedOutcome: Equatable, Sendable {
    /// A redirect.
    case redirect(status: Int, maxAge: Int, location: String)
    /// A page that the gateway makes, with its way on and the store's address.
    case page(PagePurpose, way: String, store: String?)
    /// The 404 page.
    case notFound
    /// What the gateway answers itself, an association file say.
    case reserved(ReservedPath)
}

/// A named part of the URL, undecoded.
package struct ExplainedCapture: Equatable, Sendable {
    /// The capture's name.
    package let name: String
    /// Its text; empty when it is optional and absent.
    package let value: String
}

/// A route that did not decide.
package struct PassedRoute: Equatable, Sendable {
    /// Its name.
    package let name: RouteName
    /// Why not.
    package let mismatch: RouteMismatch
}

/// What decides whether apps open.
package enum AppRule: Equatable, Sendable {
    /// The first route that matches; its life span does not count.
    case route(RouteName)
    /// No route matches: no app opens.
    case noRoute
    /// The domain's opt-out is in the URL: no app opens.
    case optOut
    /// The gateway answers the path itself: no app opens.
    case reserved
    /// The path is one that the gateway refuses: what a system does with it is unknown.
    case badPath
    /// The port is not the scheme's own: what a system does with it is unknown.
    case otherPort
}

/// An app and whether it opens.
package struct AppOpening: Equatable, Sendable {
    /// The app's name.
    package let name: AppName
    /// Whether it opens.
    package let opens: Bool

    /// Makes a decision.
    package init(name: AppName, opens: Bool) {
        self.name = name
        self.opens = opens
    }
}
