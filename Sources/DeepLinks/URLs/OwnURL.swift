/// The URL of a request, as a Location is compared with it: to send a browser where it comes from is a loop (cases 72
/// and 91).
package enum OwnURL {
    /// Whether a Location is the request's own URL: scheme, the standard port and that of the request, the root's dot, the
    /// fragment and an empty path or query make no difference.
    ///
    /// - Parameters:
    ///   - location: The Location.
    ///   - host: The host of the request in its canonical text.
    ///   - port: The port that the request names; 0 for none.
    ///   - path: The path of the request; an empty one is `/`.
    ///   - query: The query without its question mark; none is empty.
    /// - Returns: Whether it is.
    package static func isSame(
        _ location: Span<UInt8>, host: Span<UInt8>, port: UInt16 = 0, path: Span<UInt8>, query: Span<UInt8>
    ) -> Bool {
        guard var position = end(ofHost: host, in: location) else { return false }
        if position < location.count, location[position] == UInt8(ascii: ".") { position &+= 1 }
        if position < location.count, location[position] == UInt8(ascii: ":") {
            var number = 0
            position &+= 1
            while position < location.count, isDigit(location[position]), number < 65_536 {
                number = number &* 10 &+ Int(location[position] &- 0x30)
                position &+= 1
            }
            guard number == 443 || number == 80 || number == Int(port) else { return false }
        }
        var end = position
        while end < location.count, location[end] != UInt8(ascii: "#") { end &+= 1 }
        var mark = position
        while mark < end, location[mark] != UInt8(ascii: "?") { mark &+= 1 }
        return isSamePath(location.extracting(position..<mark), path)
            && isSame(location.extracting(min(mark &+ 1, end)..<end), query)
    }

    /// Whether a text begins with `https://` or `http://` and the host, as a whole.
    package static func hasHost(_ location: Span<UInt8>, _ host: Span<UInt8>) -> Bool {
        guard let end = end(ofHost: host, in: location) else { return false }
        guard end < location.count else { return true }
        switch location[end] {
        case UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: ":"): return true
        case UInt8(ascii: "."): return end &+ 1 == location.count || !isNamePart(location[end &+ 1])
        default: return false
        }
    }

    private static func end(ofHost host: Span<UInt8>, in location: Span<UInt8>) -> Int? {
        // "https://" as a little-endian word.
        let isSecure = location.word(at: 0) == 0x2F2F_3A73_7074_7468
        let start = isSecure ? 8 : location.starts(with: "http://") ? 7 : location.count
        guard location.count &- start >= host.count, host.count > 0 else { return nil }
        var index = 0
        while index < host.count {
            guard URLCharacter.folded(location[start &+ index]) == host[index] else { return nil }
            index &+= 1
        }
        return start &+ index
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        isLetter(byte) || isDigit(byte) || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
    }

    private static func isSamePath(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        if left.count == 0 || right.count == 0 { return isRoot(left) && isRoot(right) }
        return isSame(left, right)
    }

    private static func isRoot(_ path: Span<UInt8>) -> Bool {
        path.count == 0 || path.count == 1 && path[0] == UInt8(ascii: "/")
    }

    private static func isSame(_ left: Span<UInt8>, _ right: Span<UInt8>) -> Bool {
        guard left.count == right.count else { return false }
        for index in left.indices where left[index] != right[index] { return false }
        return true
    }
}

extension RouteProgramView {
    /// Whether a template's Location can be a URL of the host; hardly any is, so this is asked first.
    package func isOn(host: Span<UInt8>, template: Int) -> Bool {
        let place = template &+ ProgramLayout.Template.operations
        guard word(template &+ ProgramLayout.Template.operationCount) > 0,
            words[place] & 0xFF == ProgramLayout.Operation.literal
        else { return false }
        let start = word(place &+ 1)
        return OwnURL.hasHost(text.extracting(start..<(start &+ word(place &+ 2))), host)
    }
}
