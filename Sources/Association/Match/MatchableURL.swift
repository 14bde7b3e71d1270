import DeepLinks

/// A URL taken apart for Apple's matcher, in the forms that rules ask for.
struct MatchableURL {
    /// The texts of one form.
    struct Form {
        var path: [UInt32] = []
        var query: [UInt32] = []
        var fragment: [UInt32] = []
        /// The names and values of the items, one behind the other; names are never folded.
        var itemText: [UInt32] = []
        var items: [Item] = []
    }

    /// Where an item stands in ``Form/itemText``.
    struct Item {
        let name: Range<Int>
        let value: Range<Int>
    }

    /// Which form a rule asks for.
    struct FormKey: Hashable, Sendable {
        /// Whether upper-case ASCII letters are turned to lower case; never those of item names.
        let folds: Bool
        /// Whether escapes are decoded.
        let decodes: Bool
        /// Whether the path has all its slashes; one that has is as it is written.
        var isWhole = false

        var index: Int { isWhole ? 4 : (folds ? 1 : 0) + (decodes ? 2 : 0) }
    }

    private var forms: [Form?] = [nil, nil, nil, nil, nil]

    /// Takes a URL apart.
    ///
    /// - Parameters:
    ///   - url: The URL.
    ///   - keys: The forms that rules ask for.
    ///   - reading: How it is read in what is not known.
    ///   - hasItems: Whether a rule asks for an item of the query.
    init(_ url: LinkURL, forms keys: [FormKey], reading: AppleReading, hasItems: Bool) {
        for key in keys { forms[key.index] = Form(url, key, reading, hasItems: hasItems) }
    }

    /// The texts of a form that was asked for.
    func form(_ index: Int) -> Form { forms[index] ?? Form() }
}

extension MatchableURL.Form {
    fileprivate init(_ url: LinkURL, _ key: MatchableURL.FormKey, _ reading: AppleReading, hasItems: Bool) {
        path = Self.path(of: url.path, key, reading)
        fragment = Self.text(url.fragment ?? [], key, reading)
        guard var raw = url.query else { return }
        if reading.items == .spaces { raw = raw.writingSpaces() }
        query = Self.text(raw, key, reading)
        guard hasItems else { return }
        let nameKey = MatchableURL.FormKey(
            folds: key.folds && reading.items == .foldedNames, decodes: key.decodes != (reading.items == .otherNames))
        for item in raw.split(separator: UInt8(ascii: "&"), omittingEmptySubsequences: false) {
            if reading.items == .upToEmpty, item.isEmpty { break }
            let equals = item.firstIndex(of: UInt8(ascii: "=")) ?? item.endIndex
            let start = itemText.count
            itemText += Self.text(item[..<equals], nameKey, reading)
            let middle = itemText.count
            itemText += Self.text(item[equals...].dropFirst(), key, reading)
            items.append(MatchableURL.Item(name: start..<middle, value: middle..<itemText.count))
        }
    }

    /// Units: Unicode scalars, and for bytes that are no UTF-8 numbers beyond them, one each.
    private static func text(
        _ bytes: ArraySlice<UInt8>, _ key: MatchableURL.FormKey, _ reading: AppleReading
    ) -> [UInt32] {
        var units = key.decodes ? decoded(bytes) : units(of: bytes)
        if key.folds { for index in units.indices { units[index] = units[index].foldedUnit(reading) } }
        return units
    }

    private static func path(
        of bytes: ArraySlice<UInt8>, _ key: MatchableURL.FormKey, _ reading: AppleReading
    ) -> [UInt32] {
        var bytes = bytes
        if reading.keepsEscapedSlash { while bytes.last == UInt8(ascii: "/") { bytes.removeLast() } }
        var text = text(bytes, key, reading)
        if key.isWhole { return text }
        if reading.slashes == .collapsed {
            text = text.indices.filter { $0 == 0 || text[$0] != .slash || text[$0 - 1] != .slash }.map { text[$0] }
        }
        let end = reading.keepsEscapedSlash ? text.count : (text.lastIndex { $0 != .slash } ?? -1) + 1
        let start = text.first == .slash ? 1 : 0
        return start < end ? Array(text[start..<end]) : []
    }

    private static func units(of bytes: some Collection<UInt8>) -> [UInt32] {
        var units: [UInt32] = []
        units.reserveCapacity(bytes.count)
        for byte in bytes {
            guard byte < 0x80 else { return scalars(of: Array(bytes)) }
            units.append(UInt32(byte))
        }
        return units
    }

    private static func decoded(_ bytes: ArraySlice<UInt8>) -> [UInt32] {
        var decoded: [UInt8] = []
        var rest = bytes
        while let byte = rest.popFirst() {
            if byte == UInt8(ascii: "%"), rest.count >= 2, let high = rest[rest.startIndex].hexValue,
                let low = rest[rest.startIndex + 1].hexValue
            {
                decoded.append(high << 4 | low)
                rest = rest.dropFirst(2)
            } else {
                decoded.append(byte)
            }
        }
        return units(of: decoded)
    }

    private static func scalars(of bytes: [UInt8]) -> [UInt32] {
        var units: [UInt32] = []
        var rest = bytes[...]
        while let byte = rest.first {
            // A scalar is the shortest beginning that decodes without repair.
            let length = (1...4).first { length in
                rest.count >= length && String(validating: rest.prefix(length), as: UTF8.self) != nil
            }
            if let length, let scalar = String(decoding: rest.prefix(length), as: UTF8.self).unicodeScalars.first {
                units.append(scalar.value)
                rest = rest.dropFirst(length)
            } else {
                units.append(0x11_0000 | UInt32(byte))
                rest = rest.dropFirst()
            }
        }
        return units
    }
}

extension ArraySlice<UInt8> {
    /// A query with its `+` written as escaped spaces.
    fileprivate func writingSpaces() -> ArraySlice<UInt8> {
        flatMap { $0 == UInt8(ascii: "+") ? Array("%20".utf8) : [$0] }[...]
    }
}

extension UInt8 {
    /// The value of a hex digit.
    var hexValue: UInt8? {
        switch self {
        case 0x30...0x39: self - 0x30
        case 0x41...0x46: self - 0x37
        case 0x61...0x66: self - 0x57
        default: nil
        }
    }
}
