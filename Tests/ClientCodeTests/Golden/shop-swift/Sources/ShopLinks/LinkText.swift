// The same for all links that 'postern code swift' writes.

import Foundation

/// The text of a link, cut at its delimiters and otherwise left as it is.
///
/// `URL.path`, `pathComponents` and `URLComponents.queryItems` decode, drop or merge parts of a
/// URL. The text alone decides which links open the app, so it alone is read here.
struct LinkText {
    /// The whole URL.
    let url: String
    /// The domain of a universal link; `nil` for a URL of the app's own scheme.
    let domain: LinkDomain?
    /// The segments of the path; slashes at its end do not count.
    let segments: [Substring]
    /// The items of the query; one without `=` is empty.
    let items: [(name: Substring, value: Substring)]
    /// Why the first route that nearly matched did not.
    var nearMiss: LinkError?

    /// Cuts a URL.
    ///
    /// - Throws: `LinkError` for a foreign URL, and for one that stays in the browser whatever the
    ///   routes say.
    init(_ url: URL, domains: [LinkDomain], scheme ownScheme: String?) throws {
        self.url = url.absoluteString
        let (head, fragment) = self.url.cut(at: "#")
        let (address, query) = head.cut(at: "?")
        let (start, rest) = address.cut(at: ":")
        let scheme = start.lowercased()
        let path: Substring
        if let rest, scheme == ownScheme {
            domain = nil
            path = rest.drop { $0 == "/" }
        } else if let rest, rest.hasPrefix("//"), let port = Self.defaultPorts[scheme] {
            let (authority, tail) = rest.dropFirst(2).cut(at: "/")
            let host = authority.host(defaultPort: port)
            domain = domains.first { $0.covers(host) }
            path = tail ?? ""
        } else {
            throw LinkError.unknownHost(self.url)
        }
        guard scheme == ownScheme || domain != nil else { throw LinkError.unknownHost(self.url) }
        segments = path.droppingSlashes.pieces(at: "/")
        items = (query ?? "").pieces(at: "&").map { item in
            let (name, value) = item.cut(at: "=")
            return (name, value ?? "")
        }
        let isText = self.url.utf8.allSatisfy { (0x21...0x7E).contains($0) }
        guard isText, segments.allSatisfy(\.isSegment), !staysInBrowser(fragment) else {
            throw LinkError.noSuchRoute(self.url)
        }
    }

    /// Whether two texts are the same as far as case counts on the domain.
    func agree(_ left: some StringProtocol, _ right: some StringProtocol) -> Bool {
        guard domain?.isCaseSensitive == false else { return left == right }
        return left.lowercased() == right.lowercased()
    }

    /// Whether the link stays in the browser whatever the routes say.
    private func staysInBrowser(_ fragment: Substring?) -> Bool {
        guard let domain else { return false }
        if let optOut = domain.optOut {
            let values = items.filter { $0.name == optOut.item }.map(\.value)
            if !values.isEmpty, !values.contains("") { return true }
            if let fragment, fragment == optOut.fragment { return true }
        }
        let path = segments.joined(separator: "/")
        return agree(segments.first ?? "", ".well-known")
            || Self.reservedPaths.contains { agree(path, $0) }
    }

    private static let defaultPorts = ["http": "80", "https": "443"]

    /// Paths that the domain's server answers itself.
    private static let reservedPaths = [
        "apple-app-site-association", "favicon.ico", "robots.txt",
    ]
}

extension StringProtocol where SubSequence == Substring {
    /// What stands before and after the first such character; no text after it when there is none.
    fileprivate func cut(at character: Character) -> (Substring, Substring?) {
        guard let index = firstIndex(of: character) else { return (self[...], nil) }
        return (self[..<index], self[self.index(after: index)...])
    }
}

extension Substring {
    fileprivate func pieces(at separator: Character) -> [Substring] {
        isEmpty ? [] : split(separator: separator, omittingEmptySubsequences: false)
    }

    fileprivate var droppingSlashes: Substring {
        var text = self
        while text.last == "/" { text.removeLast() }
        return text
    }

    /// Of an authority the host in lower case, without the default port and the root's dot.
    fileprivate func host(defaultPort: String) -> String {
        var host = lowercased()
        for suffix in [":\(defaultPort)", ":"] where host.hasSuffix(suffix) {
            host.removeLast(suffix.count)
            break
        }
        if host.hasSuffix(".") { host.removeLast() }
        return host
    }

    /// Whether a path may have the text as a segment: it is not empty, no `.` and no `..`, and has
    /// neither control characters nor backslashes, encoded or not.
    fileprivate var isSegment: Bool {
        guard let text = percentDecoded, !["", ".", ".."].contains(text) else { return false }
        return text.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F && $0 != UInt8(ascii: "\\") }
    }
}
