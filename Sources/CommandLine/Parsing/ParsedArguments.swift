/// The arguments of one command, sorted by what its ``CommandSpec`` says.
///
/// To ask for an argument that the command's spec does not have is a bug and traps.
package struct ParsedArguments: Sendable {
    /// The command.
    package let spec: CommandSpec

    private let options: [String: [String]]
    private let flags: Set<String>
    private let positionals: [String: [String]]

    init(
        spec: CommandSpec, options: [String: [String]], flags: Set<String>, positionals: [String: [String]]
    ) {
        self.spec = spec
        self.options = options
        self.flags = flags
        self.positionals = positionals
    }

    /// Whether a flag was given.
    package func has(_ flag: Flag) -> Bool {
        precondition(spec.flags.contains { $0.name == flag.name }, "\(spec.name) has no \(flag.spelling)")
        return flags.contains(flag.name)
    }

    /// Whether an option was given.
    package func has(_ option: Option) -> Bool { !texts(option).isEmpty }

    /// The values of an option, in the order given.
    package func texts(_ option: Option) -> [String] {
        precondition(spec.options.contains { $0.name == option.name }, "\(spec.name) has no \(option.spelling)")
        return options[option.name] ?? []
    }

    /// The value of an option; `nil` when it was not given.
    package func text(_ option: Option) -> String? { texts(option).last }

    /// The words of a positional argument, in the order given.
    package func texts(_ positional: Positional) -> [String] {
        precondition(spec.positionals.contains { $0.name == positional.name }, "\(spec.name) has no \(positional.name)")
        return positionals[positional.name] ?? []
    }

    /// The word of a positional argument; `nil` when an optional one was not given.
    package func text(_ positional: Positional) -> String? { texts(positional).first }

    /// The value of an option, read.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - rule: What the value has to be, to go after "is not": `a number from 1 to 64`.
    ///   - read: Gives the value, or `nil` when the text breaks the rule.
    /// - Returns: The value; `nil` when the option was not given.
    /// - Throws: ``UsageError/Problem/invalidValue(of:value:rule:)``.
    package func value<Value>(
        _ option: Option, _ rule: String, _ read: (String) -> Value?
    ) throws(UsageError) -> Value? {
        guard let text = text(option) else { return nil }
        guard let value = read(text) else {
            throw UsageError(.invalidValue(of: option.spelling, value: text, rule: rule), command: spec.name)
        }
        return value
    }

    /// The value of an option that is a whole number in a range.
    ///
    /// - Throws: ``UsageError/Problem/invalidValue(of:value:rule:)``.
    package func number(_ option: Option, in range: ClosedRange<Int>) throws(UsageError) -> Int? {
        try value(option, "a whole number from \(range.lowerBound) to \(range.upperBound)") { text in
            Int(text).flatMap { range.contains($0) ? $0 : nil }
        }
    }

    /// The value of an option that is a span of time: `500ms`, `10s`, `5m`, `2h` or `0`.
    ///
    /// - Throws: ``UsageError/Problem/invalidValue(of:value:rule:)``.
    package func duration(_ option: Option) throws(UsageError) -> Duration? {
        try value(option, "a span of time such as 500ms, 10s, 5m or 2h", readDuration)
    }

    /// The value of an option that is an amount of memory, in bytes: `512KiB`, `64MiB`, `1GiB` or `0`.
    ///
    /// - Throws: ``UsageError/Problem/invalidValue(of:value:rule:)``.
    package func size(_ option: Option) throws(UsageError) -> Int? {
        try value(option, "an amount of memory such as 512KiB, 64MiB or 1GiB", readSize)
    }

    /// The value of an option that is one of a few words.
    ///
    /// - Parameters:
    ///   - option: The option.
    ///   - choices: The values.
    ///   - word: The word for a value.
    /// - Returns: The value; `nil` when the option was not given.
    /// - Throws: ``UsageError/Problem/invalidValue(of:value:rule:)``.
    package func choice<Value>(
        _ option: Option, _ choices: [Value], _ word: (Value) -> String
    ) throws(UsageError) -> Value? {
        let words = choices.map(word)
        return try value(option, "one of \(words.joined(separator: ", "))") { text in
            words.firstIndex(of: text).map { choices[$0] }
        }
    }
}

/// Reads a whole number with one of the units `KiB`, `MiB`, `GiB`; `0` needs none.
private func readSize(_ text: String) -> Int? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (1...6).contains(digits.utf8.count), let number = Int(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "KiB": return number << 10
    case "MiB": return number << 20
    case "GiB": return number << 30
    case "" where number == 0: return 0
    default: return nil
    }
}

/// Reads a whole number with one of the units `ms`, `s`, `m`, `h`; `0` needs none.
private func readDuration(_ text: String) -> Duration? {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    guard (1...9).contains(digits.utf8.count), let number = Int64(digits) else { return nil }
    switch text.dropFirst(digits.count) {
    case "ms": return .milliseconds(number)
    case "s": return .seconds(number)
    case "m": return .seconds(number * 60)
    case "h": return .seconds(number * 3600)
    case "" where number == 0: return .zero
    default: return nil
    }
}
