extension StringProtocol {
    /// Decimal digits as a literal of Swift or Kotlin: without zeros ahead, and in groups of three from seven digits on,
    /// as swift-format wants them.
    var integerLiteral: String {
        let digits = String(drop { $0 == "0" })
        guard !digits.isEmpty else { return "0" }
        guard digits.count >= 7 else { return digits }
        var text = ""
        for (index, digit) in digits.enumerated() {
            if index > 0, (digits.count - index).isMultiple(of: 3) { text += "_" }
            text.append(digit)
        }
        return text
    }
}
