extension UInt8 {
    /// The byte as a URL has it where it does not stand for itself: `%2F`.
    var percentEscape: String { "%" + (self < 16 ? "0" : "") + String(self, radix: 16, uppercase: true) }
}
