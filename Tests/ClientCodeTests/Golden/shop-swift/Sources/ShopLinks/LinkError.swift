// The same for all links that 'postern code swift' writes.

/// Why a URL is none of the app's links.
public enum LinkError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The URL is on none of the app's domains and has another scheme than the app's.
    case unknownHost(String)
    /// No route has such a path, or the one that has it stays in the browser.
    case noSuchRoute(String)
    /// A value that the route needs is absent or empty.
    case missingParameter(String)
    /// A value is not what the route takes, or is no text.
    case malformedParameter(String)

    /// What is wrong, for logs.
    public var description: String {
        switch self {
        case .unknownHost(let url): "\(url) is on none of the app's domains"
        case .noSuchRoute(let url): "\(url) is no link of the app"
        case .missingParameter(let name): "the parameter \(name) is missing"
        case .malformedParameter(let name): "the parameter \(name) is malformed"
        }
    }
}
