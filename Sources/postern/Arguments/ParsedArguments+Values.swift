import CommandLine
import DeepLinks
import Platform

extension ParsedArguments {
    /// The value of an option, refused with its rule; `nil` when it was not given.
    func checked<Value: CheckedText>(_ option: Option) throws -> Value? {
        try text(option).map { text in try read(option.spelling, text) }
    }

    /// The value of an option, refused with its rule; `nil` when it was not given.
    func parsed<Value: ParsedText>(_ option: Option) throws -> Value? {
        try text(option).map { text in try parse(option.spelling, text) }
    }

    /// The value of an option that the command cannot do without.
    func required<Value: CheckedText>(_ option: Option) throws -> Value {
        try read(option.spelling, try word(option))
    }

    /// The value of an option that the command cannot do without.
    func required<Value: ParsedText>(_ option: Option) throws -> Value {
        try parse(option.spelling, try word(option))
    }

    /// The word of a positional argument that is not optional.
    func required<Value: CheckedText>(_ positional: Positional) throws -> Value {
        try read(positional.name, try word(positional))
    }

    /// The word of a positional argument that is not optional.
    func required<Value: ParsedText>(_ positional: Positional) throws -> Value {
        try parse(positional.name, try word(positional))
    }

    /// The values of an option that may be given more than once.
    func all<Value: CheckedText>(_ option: Option) throws -> [Value] {
        try texts(option).map { text in try read(option.spelling, text) }
    }

    /// The values of an option that may be given more than once.
    func all<Value: ParsedText>(_ option: Option) throws -> [Value] {
        try texts(option).map { text in try parse(option.spelling, text) }
    }

    /// The word of a positional argument that the spec promises.
    func word(_ positional: Positional) throws -> String {
        guard let text = text(positional) else {
            throw UsageError(.missingArgument(positional.name), command: spec.name)
        }
        return text
    }

    /// The value of an option that is needed, by the spec or because of another option.
    func word(_ option: Option) throws -> String {
        guard let text = text(option) else {
            throw UsageError(.missingOption("\(option.spelling) \(option.value)"), command: spec.name)
        }
        return text
    }

    /// The error of options that exclude or need one another.
    func combination(_ sentence: String) -> UsageError {
        UsageError(.combination(sentence), command: spec.name)
    }
}

/// Reads a value under its rule.
func read<Value: CheckedText>(_ field: String, _ text: String) throws -> Value {
    guard let value = Value(text) else { throw CommandFailure.refused(field, text, Value.rule) }
    return value
}

/// Reads a value by its parser.
func parse<Value: ParsedText>(_ field: String, _ text: String) throws -> Value {
    try parse(field, text, Value.parse)
}

/// Reads a value by a parser of one's own.
func parse<Value>(_ field: String, _ text: String, _ parser: (String) throws(RuleViolation) -> Value) throws -> Value {
    do throws(RuleViolation) {
        return try parser(text)
    } catch {
        throw CommandFailure.refused(field, text, error.description)
    }
}

/// Reads a time: RFC 3339 with an offset.
func readTime(_ field: String, _ text: String) throws -> UnixTime {
    guard let time = UnixTime(rfc3339: text) else {
        throw CommandFailure.refused(field, text, "a time is RFC 3339 with an offset, like 2027-06-01T00:00:00Z")
    }
    return time
}

/// A value that its parser makes of text, or refuses with the rule.
protocol ParsedText {
    /// Reads the text.
    static func parse(_ text: String) throws(RuleViolation) -> Self
}

extension DomainName: ParsedText {
    /// Reads a name that a tenant may have; whether it needs the operator's word is asked where it is added.
    static func parse(_ text: String) throws(RuleViolation) -> DomainName { try DomainName(text, isAttested: true) }
}

extension RoutePattern: ParsedText {
    static func parse(_ text: String) throws(RuleViolation) -> RoutePattern { try RoutePattern(text) }
}

extension PlatformDestination: ParsedText {
    static func parse(_ text: String) throws(RuleViolation) -> PlatformDestination { try PlatformDestination(text) }
}

extension URLTemplate: ParsedText {
    static func parse(_ text: String) throws(RuleViolation) -> URLTemplate { try URLTemplate(text) }
}

extension SchemeTemplate: ParsedText {
    static func parse(_ text: String) throws(RuleViolation) -> SchemeTemplate { try SchemeTemplate(text) }
}

extension WebURL: ParsedText {
    static func parse(_ text: String) throws(RuleViolation) -> WebURL { try WebURL(text) }
}

extension LinkDestination: ParsedText {
    static func parse(_ text: String) throws(RuleViolation) -> LinkDestination { try LinkDestination(text) }
}

extension LinkURL: ParsedText {
    static func parse(_ text: String) throws(RuleViolation) -> LinkURL { try LinkURL(text) }
}
