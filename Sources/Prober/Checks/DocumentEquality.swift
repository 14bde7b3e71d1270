import JSONText

/// Whether two files say the same: as JSON, whatever the order of members and the white space.
enum DocumentEquality {
    /// Compares two files; what is no JSON is compared by its bytes.
    static func isSame(_ left: [UInt8], _ right: [UInt8]) -> Bool {
        if left == right { return true }
        guard let left = try? JSONReader.read(left, grammar: .rfc8259),
            let right = try? JSONReader.read(right, grammar: .rfc8259)
        else { return false }
        return isSame(left.value, right.value)
    }

    private static func isSame(_ left: JSONValue, _ right: JSONValue) -> Bool {
        switch (left, right) {
        case (.null, .null): return true
        case (.bool(let left), .bool(let right)): return left == right
        case (.string(let left), .string(let right)): return left.unicodeScalars.elementsEqual(right.unicodeScalars)
        case (.number(let left), .number(let right)): return left == right
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy { isSame($0.value, $1.value) }
        case (.object(let left), .object(let right)):
            let (left, right) = (left.sorted { $0.name < $1.name }, right.sorted { $0.name < $1.name })
            return left.count == right.count
                && zip(left, right).allSatisfy { $0.name == $1.name && isSame($0.node.value, $1.node.value) }
        default: return false
        }
    }
}
