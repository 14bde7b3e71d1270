/// What a search puts behind a text in one step: a character as it is, or a scalar in escapes.
struct URLLetter: Hashable {
    let unit: UInt32
    let isEscaped: Bool

    init(_ unit: UInt32, isEscaped: Bool = false) {
        self.unit = unit
        self.isEscaped = isEscaped
    }

    /// The characters that a URL has for it.
    var characters: [UInt32] {
        guard isEscaped, let scalar = Unicode.Scalar(unit) else { return [unit] }
        return String(scalar).utf8.flatMap { [URLGrammar.percent, Self.digit($0 >> 4), Self.digit($0 & 0xF)] }
    }

    private static func digit(_ value: UInt8) -> UInt32 { UInt32(value < 10 ? 0x30 + value : 0x37 + value) }

    /// Appends it to the text of a URL.
    func write(to text: inout String) {
        for unit in characters {
            if let scalar = Unicode.Scalar(unit) { text.unicodeScalars.append(scalar) }
        }
    }
}
