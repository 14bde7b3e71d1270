/// What a command is called, takes and does, as a value: it is parsed by it and its help is rendered from it.
package struct CommandSpec: Sendable {
    /// A line to try, with what it does.
    package struct Example: Sendable {
        /// What it does, without a full stop.
        package let caption: String
        /// The whole command line.
        package let line: String

        /// Makes an example.
        package init(_ caption: String, _ line: String) {
            self.caption = caption
            self.line = line
        }
    }

    /// The words that call it: `["tenant", "add"]`.
    package let path: [String]

    /// One sentence, an active verb first, with a full stop.
    package let summary: String

    /// Paragraphs below the summary; may be empty.
    package let discussion: [String]

    /// The arguments known by place, in order.
    package let positionals: [Positional]

    /// The options with values, in the order of the help.
    package let options: [Option]

    /// The options without values, in the order of the help.
    package let flags: [Flag]

    /// The forms of the command line, where one line made from the parts would say too little.
    ///
    /// Without the program's name and the path. Empty: one form, made from the parts.
    package let forms: [String]

    /// The answers with which the command may exit beside 0: number (1 to 9) and meaning.
    package let answers: [(number: UInt8, meaning: String)]

    /// Lines to try; at least one.
    package let examples: [Example]

    /// Makes a command's description; `path` holds the words that call it, parted by single spaces: `tenant add`.
    package init(
        _ path: String, _ summary: String, discussion: [String] = [], positionals: [Positional] = [],
        options: [Option] = [], flags: [Flag] = [], forms: [String] = [],
        answers: [(number: UInt8, meaning: String)] = [], examples: [Example]
    ) {
        self.path = path.split(separator: " ").map(String.init)
        self.summary = summary
        self.discussion = discussion
        self.positionals = positionals
        self.options = options
        self.flags = flags
        self.forms = forms
        self.answers = answers
        self.examples = examples
    }

    /// The same command with more that it takes, at the end of the help.
    ///
    /// - Parameters:
    ///   - more: Options that may be left out.
    ///   - flags: Flags.
    /// - Returns: The description; forms written by hand show them too.
    package func adding(options more: [Option], flags: [Flag]) -> CommandSpec {
        let words = flags.map { "[\($0.spelling)]" } + more.map { "[\($0.spelling)\u{A0}\($0.value)]" }
        return CommandSpec(
            name, summary, discussion: discussion, positionals: positionals, options: options + more,
            flags: self.flags + flags, forms: forms.map { ([$0] + words).joined(separator: " ") }, answers: answers,
            examples: examples)
    }

    /// The words that call it, parted by spaces: `tenant add`.
    package var name: String { path.joined(separator: " ") }
}
