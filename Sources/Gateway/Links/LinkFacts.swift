import DeepLinks
import FleetStore
import HTTPWire
import Platform

/// What decides about a link but its texts; copying it counts no reference.
struct LinkFacts: Equatable, BitwiseCopyable, Sendable {
    /// What a destination is.
    enum Form: UInt8, BitwiseCopyable, Sendable {
        /// An `https://` URL.
        case https
        /// An `http://` URL, which few may have.
        case http
        /// A path of the same domain.
        case path
        /// A URL of an app's own scheme.
        case app
    }

    /// Its number in request records.
    var number: UInt32 = 0
    /// What its destination is.
    var form = Form.https
    /// The platforms that have a destination of their own, a bit for each.
    var platforms: UInt8 = 0
    /// Whether it says itself what previews are drawn from.
    var hasPreview = false
    /// Whether the destination is one of a platform's own.
    var isForPlatform = false
    /// When it is there.
    var life = LinkLife()
    /// Of a link that is not there, until when that holds, in nanoseconds of the monotonic clock.
    var end: Int64 = 0

    /// What the routes have to know.
    var answer: LinkAnswer {
        let end = life.expires?.microseconds
        return switch form {
        case .path: .path(expires: end)
        case .app: .app(expires: end)
        case .http, .https: .url(expires: end)
        }
    }

    /// Whether the answer depends on who asks, whatever the routes say.
    var dependsOnClient: Bool { platforms != 0 || hasPreview || form == .app }

    /// The platform's bit.
    static func bit(_ platform: ClientPlatform) -> UInt8 { 1 &<< platform.rawValue }
}

extension LinkFacts {
    /// The facts of a link that was looked up.
    init(_ link: StoredLink) {
        number = UInt32(clamping: link.id.rawValue)
        let text = Array(link.destination.text.utf8)
        form = Form(text.span)
        for platform in link.details.platforms.keys { platforms |= Self.bit(platform) }
        hasPreview = link.details.preview != nil
        life = link.life
    }
}

extension LinkFacts.Form {
    /// What a destination is, by how it begins; it was read strictly when it was stored.
    init(_ text: Span<UInt8>) {
        if text.count > 0, text[0] == UInt8(ascii: "/") {
            self = .path
        } else if text.begins(with: "https:") {
            self = .https
        } else {
            self = text.begins(with: "http:") ? .http : .app
        }
    }
}

extension Span<UInt8> {
    /// Whether it begins with a text, which is given in small letters; ASCII letters fold.
    fileprivate func begins(with text: StaticString) -> Bool {
        let wanted = text.bytes
        guard count >= wanted.count else { return false }
        for index in 0..<wanted.count where self[index] | 0x20 != wanted[index] | 0x20 { return false }
        return true
    }
}
