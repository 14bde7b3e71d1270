/// Where browsers on one platform go.
package enum PlatformDestination: Hashable, Sendable {
    /// The web destination that all platforms have.
    case web
    /// A web destination of its own.
    case template(URLTemplate)
    /// The store of the platform: the App Store on iOS and iPadOS, Google Play on Android.
    ///
    /// A page with a plain link to the store in an in-app browser (case 79) and for "Mac or iPad" (case 78), the web
    /// destination for programs (case 76) and on all other platforms.
    case store
    /// A page that the gateway makes.
    case page

    /// Reads `web`, `store`, `page` or an https template.
    ///
    /// - Throws: The rule that another text breaks.
    package init(_ text: String) throws(RuleViolation) {
        switch text {
        case "web": self = .web
        case "store": self = .store
        case "page": self = .page
        default:
            guard text.contains("/") else {
                throw RuleViolation("a platform's destination is web, store, page or an https:// template")
            }
            self = .template(try URLTemplate(text))
        }
    }

    /// The text that it is read from.
    package var text: String {
        switch self {
        case .web: "web"
        case .template(let template): template.text
        case .store: "store"
        case .page: "page"
        }
    }
}

/// Destinations by platform, as a tenant, a domain or a route gives them; the most specific of them wins.
package struct PlatformDestinations: Equatable, Sendable {
    /// The platforms that have one of their own.
    package var byPlatform: [ClientPlatform: PlatformDestination]
    /// What holds for all other platforms; `nil` leaves them to what is less specific.
    package var standard: PlatformDestination?

    /// Makes destinations; by default none.
    package init(_ byPlatform: [ClientPlatform: PlatformDestination] = [:], standard: PlatformDestination? = nil) {
        self.byPlatform = byPlatform
        self.standard = standard
    }

    /// Whether none is given.
    package var isEmpty: Bool { byPlatform.isEmpty && standard == nil }

    /// The destination of a platform, if one is given.
    package subscript(platform: ClientPlatform) -> PlatformDestination? { byPlatform[platform] ?? standard }

    /// The destinations with what is less specific where there are none, by platform.
    package func over(_ general: PlatformDestinations) -> PlatformDestinations {
        var result = PlatformDestinations()
        for platform in ClientPlatform.allCases {
            result.byPlatform[platform] = self[platform] ?? general[platform]
        }
        return result
    }

    /// The destinations by their keys in the fleet file, in the file's order.
    package var entries: [(key: String, destination: PlatformDestination)] {
        var entries = standard.map { [(Self.standardKey, $0)] } ?? []
        for platform in ClientPlatform.allCases {
            if let destination = byPlatform[platform] { entries.append((platform.key, destination)) }
        }
        return entries
    }

    /// Puts a destination at a key of the fleet file; a key that is none of them is left out.
    package mutating func set(_ key: String, _ destination: PlatformDestination?) {
        if key == Self.standardKey { standard = destination }
        if let platform = ClientPlatform.allCases.first(where: { $0.key == key }) { byPlatform[platform] = destination }
    }

    /// The key of ``standard``.
    package static let standardKey = "default"

    /// The keys in the fleet file.
    package static let keys = [standardKey] + ClientPlatform.allCases.map(\.key)
}

extension ClientPlatform {
    /// The key in the fleet file: `macOrIPad`.
    package var key: String { self == .macOrIPad ? "macOrIPad" : text }

    /// The platform that a key of the fleet file names.
    package init?(key: String) {
        guard let platform = Self.allCases.first(where: { $0.key == key }) else { return nil }
        self = platform
    }
}
