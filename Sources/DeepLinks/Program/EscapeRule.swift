/// Which bytes of a request go into a Location as they are; all others go percent-encoded.
enum EscapeRule: UInt32 {
    /// One segment of a path: no slash, no question mark.
    case segment = 0
    /// A path of several segments.
    case segments = 1
    /// From a path into an item's value: what means something in a query is encoded (case 66).
    case pathIntoItem = 2
    /// From a query into an item's value, as it is.
    case item = 3
    /// A fragment.
    case fragment = 4
    /// A query, as it is.
    case query = 5
    /// A URL inside an item's value inside an item's value: the referrer of Google Play. Each byte is encoded twice.
    case nested = 6

    /// The classes of bytes that go as they are, asked for once a run; besides them see ``passesRarely(_:)``.
    @inline(__always)
    var classes: URLCharacter.Classes {
        switch self {
        case .segment, .segments: .path
        case .pathIntoItem: .item
        case .nested: .unreserved
        case .fragment: .query
        case .item, .query: .keptInQuery
        }
    }

    /// Whether a byte of no such class goes as it is.
    @inline(__always)
    func passesRarely(_ byte: UInt8) -> Bool { byte == UInt8(ascii: "/") && self == .segments }

    /// Whether an escape goes as it is.
    @inline(__always)
    var keepsEscapes: Bool { self != .nested }
}
