// How the links of notes that open notes-ios are printed, as of revision d16ac502aa9e of its
// routes.
//
// Made by: postern code swift --tenant notes --app notes-ios

import Foundation

extension NotesLink {
    /// The universal link on a host.
    ///
    /// - Returns: `nil` when the link would be read as another one or as none: when the app has no
    ///   such host, or when a value is empty, a dot segment, or one that another route takes.
    public func url(on host: String = "go.notes.example") -> URL? {
        let host = host.lowercased()
        guard Self.domains.contains(where: { $0.covers(host) }) else { return nil }
        return checked("https://\(host)\(path)")
    }

    /// The link as a URL of the app's own scheme; `nil` as for universal links.
    public var schemeURL: URL? { checked("deeplink:/\(path)") }

    private func checked(_ text: String) -> URL? {
        guard let url = URL(string: text), let link = try? Self(url), link == self else {
            return nil
        }
        return url
    }

    private var path: String {
        switch self {
        case .home:
            "/home"
        case .profile:
            "/profile"
        case .settings:
            "/settings"
        }
    }
}
