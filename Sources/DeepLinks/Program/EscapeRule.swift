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

    /// Whether the byte goes as it is; `%` before two hexadecimal digits does under every rule.
    func passes(_ byte: UInt8) -> Bool {
        switch self {
        case .segment: URLCharacter.isPath(byte)
        case .segments: URLCharacter.isPath(byte) || byte == UInt8(ascii: "/")
        case .pathIntoItem:
            URLCharacter.isQuery(byte) && byte != UInt8(ascii: "&") && byte != UInt8(ascii: "=")
                && byte != UInt8(ascii: "+") && byte != UInt8(ascii: ";")
        case .nested: URLCharacter.isUnreserved(byte)
        case .fragment: URLCharacter.isQuery(byte)
        case .item, .query: URLCharacter.isKeptInQuery(byte)
        }
    }
}
