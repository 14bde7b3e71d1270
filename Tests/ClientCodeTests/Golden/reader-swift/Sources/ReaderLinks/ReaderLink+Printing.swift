// How the links of reader that open reader-ios are printed, as of revision 44fd2f5e8aea of its
// routes.
//
// Made by: postern code swift --tenant reader --app reader-ios

import Foundation

extension ReaderLink {
    /// The universal link on a host.
    ///
    /// - Returns: `nil` when the link would be read as another one or as none: when the app has no
    ///   such host, or when a value is empty, a dot segment, or one that another route takes.
    public func url(on host: String = "go.reader.example") -> URL? {
        let host = host.lowercased()
        guard Self.domains.contains(where: { $0.covers(host) }) else { return nil }
        return checked("https://\(host)\(path)")
    }

    /// The link as a URL of the app's own scheme; `nil` as for universal links.
    public var schemeURL: URL? { checked("myapp:/\(path)") }

    private func checked(_ text: String) -> URL? {
        guard let url = URL(string: text), let link = try? Self(url), link == self else {
            return nil
        }
        return url
    }

    private var path: String {
        switch self {
        case .item(let id):
            "/item/\(id)"
        case .profile(let user):
            "/profile/\(user.percentEncoded)"
        case .article(let slug):
            "/article/\(slug.percentEncoded)"
        }
    }
}
