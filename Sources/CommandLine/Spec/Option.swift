/// An option that takes a value: `--name VALUE` or `--name=VALUE`.
package struct Option: Equatable, Sendable {
    /// The name without dashes.
    package let name: String

    /// What stands for the value in the help: `NAME`.
    package let value: String

    /// What the option says, without a full stop.
    package let summary: String

    /// Whether the command needs it.
    package let isRequired: Bool

    /// Whether it may be given more than once.
    package let isRepeated: Bool

    /// Makes an option; by default one that may be left out and is given once at most.
    package init(
        _ name: String, _ value: String, _ summary: String, isRequired: Bool = false, isRepeated: Bool = false
    ) {
        self.name = name
        self.value = value
        self.summary = summary
        self.isRequired = isRequired
        self.isRepeated = isRepeated
    }

    /// The option as a person writes it: `--name`.
    package var spelling: String { "--" + name }

    /// The same option, needed by the command.
    package var required: Option {
        Option(name, value, summary, isRequired: true, isRepeated: isRepeated)
    }

    /// The same option with a summary that fits the command better.
    package func saying(_ summary: String) -> Option {
        Option(name, value, summary, isRequired: isRequired, isRepeated: isRepeated)
    }
}

/// An option without a value: `--json`.
package struct Flag: Equatable, Sendable {
    /// The name without dashes.
    package let name: String

    /// What the flag says, without a full stop.
    package let summary: String

    /// Makes a flag.
    package init(_ name: String, _ summary: String) {
        self.name = name
        self.summary = summary
    }

    /// The flag as a person writes it: `--name`.
    package var spelling: String { "--" + name }
}

/// An argument known by its place.
package struct Positional: Equatable, Sendable {
    /// How many words it takes.
    package enum Arity: Equatable, Sendable {
        /// Exactly one.
        case one
        /// None or one.
        case optional
        /// One or more; last only.
        case oneOrMore
    }

    /// What stands for it in the help: `HOST`.
    package let name: String

    /// What it says, without a full stop.
    package let summary: String

    /// How many words it takes.
    package let arity: Arity

    /// Makes a positional argument; by default exactly one word.
    package init(_ name: String, _ summary: String, _ arity: Arity = .one) {
        self.name = name
        self.summary = summary
        self.arity = arity
    }
}
