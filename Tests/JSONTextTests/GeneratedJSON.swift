import JSONText

/// Random values and random ways to write them.
enum GeneratedJSON {
    static func value(_ generator: inout SeededGenerator, depth: Int) -> PlainJSON {
        switch Int.random(in: 0..<(depth > 0 ? 7 : 4), using: &generator) {
        case 0: .null
        case 1: .bool(Bool.random(using: &generator))
        case 2: .number(number(&generator))
        case 3: .string(Array(string(&generator).utf8))
        case 4, 5:
            .object(
                Dictionary(
                    (0..<Int.random(in: 0...12, using: &generator)).map { _ in
                        (Array(string(&generator).utf8), value(&generator, depth: depth - 1))
                    },
                    uniquingKeysWith: { $1 }
                ).map { PlainJSON.PlainMember(name: $0.key, value: $0.value) }
            )
        default:
            .array((0..<Int.random(in: 0...5, using: &generator)).map { _ in value(&generator, depth: depth - 1) })
        }
    }

    private static func number(_ generator: inout SeededGenerator) -> String {
        switch Int.random(in: 0..<3, using: &generator) {
        case 0: "\(Int64.random(in: .min ... .max, using: &generator))"
        case 1: "\(Int.random(in: -20...20, using: &generator))"
        default: Double(bitPattern: generator.next() & ~(1 << 62)).description
        }
    }

    private static func string(_ generator: inout SeededGenerator) -> String {
        let scalars: [Unicode.Scalar] = [
            "a", "b", "/", "\"", "\\", "'", " ", "\n", "\t", "\u{0}", "\u{1F}", "\u{7F}", "é", "\u{301}", "字", "🧭",
            "\u{2028}", "\u{FFFF}", "\u{10FFFF}",
        ]
        var text = ""
        for _ in 0..<Int.random(in: 0...6, using: &generator) {
            text.unicodeScalars.append(scalars[Int.random(in: 0..<scalars.count, using: &generator)])
        }
        return text
    }
}

extension PlainJSON {
    /// The value with random white space, quotes, escapes and, in JSON5, comments and commas at the end.
    func text(_ generator: inout SeededGenerator, _ grammar: JSONGrammar) -> String {
        let body: String
        switch self {
        case .null: body = "null"
        case .bool(let value): body = "\(value)"
        case .number(let text): body = text
        case .string(let bytes): body = quoted(bytes, &generator, grammar)
        case .array(let items):
            var list = items.map { $0.text(&generator, grammar) }.joined(separator: ",")
            if grammar == .json5, !items.isEmpty, Bool.random(using: &generator) { list += "," }
            body = "[" + list + space(&generator, grammar) + "]"
        case .object(let members):
            var list = members.map { member in
                let name = quoted(member.name, &generator, grammar)
                return [space(&generator, grammar), name, space(&generator, grammar), ":"].joined()
                    + member.value.text(&generator, grammar)
            }.joined(separator: ",")
            if grammar == .json5, !members.isEmpty, Bool.random(using: &generator) { list += "," }
            body = "{" + list + space(&generator, grammar) + "}"
        }
        return space(&generator, grammar) + body + space(&generator, grammar)
    }

    private func space(_ generator: inout SeededGenerator, _ grammar: JSONGrammar) -> String {
        let plain = ["", "", " ", "\t", "\n", "\r\n", "\r"]
        let rich = plain + ["// é\n", "/* 🧭\r\n */", "\u{A0}", "\u{2028}"]
        return (grammar == .json5 ? rich : plain).randomElement(using: &generator) ?? ""
    }

    private func quoted(_ bytes: [UInt8], _ generator: inout SeededGenerator, _ grammar: JSONGrammar) -> String {
        let quote: Unicode.Scalar = grammar == .json5 && Bool.random(using: &generator) ? "'" : "\""
        var text = String(quote)
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            if scalar.value < 0x20 || scalar == quote || scalar == "\\" || Int.random(in: 0..<4, using: &generator) == 0
            {
                for unit in String(scalar).utf16 {
                    let digits = String(unit, radix: 16, uppercase: Bool.random(using: &generator))
                    text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
                }
            } else {
                text.unicodeScalars.append(scalar)
            }
        }
        return text + String(quote)
    }
}
