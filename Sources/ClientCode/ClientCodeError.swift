/// Why an app has no client code.
package enum ClientCodeError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The tenant has no such app.
    case unknownApp(String)
    /// The tenant has no app on the platform.
    case noApp(platform: String)
    /// The tenant has several apps on the platform: one is to be named.
    case severalApps([String])
    /// The app is not on the platform whose language it is.
    case otherPlatform(String)
    /// No route opens the app.
    case noRoute(String)
    /// The tenant has no live domain.
    case noDomain

    /// One line for people.
    package var description: String {
        switch self {
        case .unknownApp(let name): "the tenant has no app \(name)"
        case .noApp(let platform): "the tenant has no \(platform) app"
        case .severalApps(let names): "the tenant has several apps: name one of \(names.joined(separator: ", "))"
        case .otherPlatform(let name): "\(name) is an app of the other platform: write its code in the other language"
        case .noRoute(let name): "no route opens \(name)"
        case .noDomain: "the tenant has no live domain: have one verified or attested first"
        }
    }
}
