extension RouteProgramView {
    /// Splits a path into segments and notes them down; `false` when the gateway refuses the path.
    ///
    /// Refused are dot segments and backslashes in any spelling, control characters raw or encoded, and escapes that
    /// are malformed or not UTF-8 (cases 65, 70, 93). Slashes at the end do not count.
    func split(_ path: Span<UInt8>, _ captures: inout Captures) -> Bool {
        captures.depth = 0
        captures.hasEmptySegment = false
        captures.pathEnd = 1
        guard path.count > 0 else { return true }
        guard path[0] == UInt8(ascii: "/") else { return false }
        var end = path.count
        while end > 1, path[end &- 1] == UInt8(ascii: "/") { end &-= 1 }
        captures.pathEnd = end
        guard end > 1 else { return true }
        var start = 1
        var position = 1
        while position < end {
            let byte = path[position]
            if URLCharacter.isPath(byte) {
                position &+= 1
            } else if byte == UInt8(ascii: "/") {
                guard close(path, start, position, &captures) else { return false }
                position &+= 1
                start = position
            } else {
                guard let next = PathText.characterEnd(path, position, end) else { return false }
                position = next
            }
        }
        guard close(path, start, end, &captures) else { return false }
        captures.starts[min(captures.depth, 33)] = UInt32(truncatingIfNeeded: end &+ 1)
        return true
    }

    private func close(_ path: Span<UInt8>, _ start: Int, _ end: Int, _ captures: inout Captures) -> Bool {
        if start == end { captures.hasEmptySegment = true }
        if end &- start <= 6, start < end, path[start] == UInt8(ascii: ".") || path[start] == UInt8(ascii: "%"),
            PathText.isDotSegment(path, start, end)
        {
            return false
        }
        if captures.depth < 33 { captures.starts[captures.depth] = UInt32(truncatingIfNeeded: start) }
        captures.depth &+= 1
        return true
    }
}

/// Reads the text of a path or an item's value byte by byte, encoded or not.
enum PathText {
    /// Where the character at this place ends; `nil` when it is a control character or a backslash, or no UTF-8.
    ///
    /// A character of several bytes may be written raw or encoded, byte by byte: RFC 3629 section 4.
    static func characterEnd(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> Int? {
        guard let first = byte(text, position, end) else { return nil }
        let lead = first.value
        if lead < 0x80 {
            return URLCharacter.isControl(lead) || lead == UInt8(ascii: "\\") ? nil : first.end
        }
        var low: UInt8 = 0x80
        var high: UInt8 = 0xBF
        var missing: Int
        switch lead {
        case 0xC2...0xDF: missing = 1
        case 0xE0...0xEF: missing = 2
        case 0xF0...0xF4: missing = 3
        default: return nil
        }
        switch lead {
        case 0xE0: low = 0xA0
        case 0xED: high = 0x9F
        case 0xF0: low = 0x90
        case 0xF4: high = 0x8F
        default: break
        }
        var position = first.end
        while missing > 0 {
            guard position < end, let next = byte(text, position, end), next.value >= low, next.value <= high else {
                return nil
            }
            position = next.end
            (low, high) = (0x80, 0xBF)
            missing &-= 1
        }
        return position
    }

    /// The byte at this place, decoded once, and where it ends; `nil` for a bad escape.
    static func byte(_ text: Span<UInt8>, _ position: Int, _ end: Int) -> (value: UInt8, end: Int)? {
        guard text[position] == UInt8(ascii: "%") else { return (text[position], position &+ 1) }
        guard position &+ 2 < end, let high = URLCharacter.hexValue(text[position &+ 1]),
            let low = URLCharacter.hexValue(text[position &+ 2])
        else { return nil }
        return (high &<< 4 | low, position &+ 3)
    }

    /// Whether the range spells `.` or `..`, encoded or not.
    static func isDotSegment(_ text: Span<UInt8>, _ start: Int, _ end: Int) -> Bool {
        var dots = 0
        var position = start
        while position < end {
            guard let next = byte(text, position, end), next.value == UInt8(ascii: ".") else { return false }
            position = next.end
            dots &+= 1
        }
        return dots == 1 || dots == 2
    }
}
