import CommandLine
import DeepLinks
import JSONText
import Platform

/// A setting of a thing that `set KEY=VALUE` changes, by its name in the fleet file.
struct Setting<Subject>: Sendable {
    /// The name in the fleet file; of a nested one with a dot: `limits.domains`; with `LANG` for any language.
    let name: String

    /// Puts a value into the subject; an empty text stands for the default where there is one.
    let put: @Sendable (inout Subject, String) throws -> Void

    private let language: (@Sendable (inout Subject, LanguageTag, String) throws -> Void)?

    init(_ name: String, _ put: @escaping @Sendable (inout Subject, String) throws -> Void) {
        self.name = name
        self.put = put
        language = nil
    }

    /// Makes a setting of which there is one for each language, in the place of `LANG` in the name.
    init(
        forEachLanguage name: String, _ put: @escaping @Sendable (inout Subject, LanguageTag, String) throws -> Void
    ) {
        self.name = name
        self.put = { _, _ in }
        language = put
    }

    /// The setting that a key names; `nil` when it is another.
    func named(_ key: String) -> Setting? {
        guard let language else { return name == key ? self : nil }
        let (given, own) = (key.split(separator: "."), name.split(separator: "."))
        guard given.count == own.count, let place = own.firstIndex(of: "LANG"), let tag = LanguageTag(given[place]),
            given[..<place] == own[..<place], given[(place + 1)...] == own[(place + 1)...]
        else { return nil }
        return Setting(name.replacing("LANG", with: tag.text)) { try language(&$0, tag, $1) }
    }
}

/// The words `KEY=VALUE` of a `set` command, each for a setting of the subject.
struct Assignments<Subject> {
    private let assignments: [(setting: Setting<Subject>, value: String)]

    /// What stands for the words in the help.
    static func positional(_ settings: [Setting<Subject>]) -> Positional {
        let names = settings.map(\.name).joined(separator: ", ")
        return Positional("KEY=VALUE", "a setting of the fleet file and its new value; KEY is \(names)", .oneOrMore)
    }

    /// Reads the words.
    ///
    /// - Throws: ``UsageError`` for a word without `=`, an unknown key, or one that is given twice.
    init(_ arguments: ParsedArguments, among settings: [Setting<Subject>]) throws {
        try self.init(arguments.texts(Self.positional(settings)), of: arguments, among: settings)
    }

    /// Reads words that were given as values of an option.
    ///
    /// - Throws: As ``init(_:among:)``.
    init(_ words: [String], of arguments: ParsedArguments, among settings: [Setting<Subject>]) throws {
        var assignments: [(Setting<Subject>, String)] = []
        for word in words {
            let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
            guard parts.count == 2 else {
                throw arguments.combination("\(word.quotedForMessage) is not KEY=VALUE")
            }
            guard let setting = settings.lazy.compactMap({ $0.named(parts[0]) }).first else {
                let meant = nearest(to: parts[0], among: settings.map(\.name)).map { "; did you mean '\($0)'?" } ?? ""
                throw arguments.combination("there is no setting \(parts[0].quotedForMessage)\(meant)")
            }
            guard !assignments.contains(where: { $0.0.name == setting.name }) else {
                throw arguments.combination("\(setting.name) is given more than once")
            }
            assignments.append((setting, parts[1]))
        }
        self.assignments = assignments
    }

    /// Puts all the values into the subject.
    func apply(to subject: inout Subject) throws {
        for assignment in assignments { try assignment.setting.put(&subject, assignment.value) }
    }
}

/// Reads `true` or `false`.
func readBool(_ field: String, _ text: String) throws -> Bool {
    switch text {
    case "true": return true
    case "false": return false
    default: throw CommandFailure.refused(field, text, "is true or false")
    }
}

/// Reads a whole number in a range.
func readNumber(_ field: String, _ text: String, in range: ClosedRange<Int>) throws -> Int {
    guard let number = Int(text), range.contains(number) else {
        throw CommandFailure.refused(field, text, "is a whole number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
}

/// Reads a list parted by commas, spaces or line ends; an empty text is an empty list.
func readList(_ text: String) -> [String] {
    text.split(whereSeparator: { $0 == "," || $0.isWhitespace }).map(String.init)
}

/// The value of a text that may be empty for "none".
func unlessEmpty<Value>(_ text: String, _ read: (String) throws -> Value) rethrows -> Value? {
    text.isEmpty ? nil : try read(text)
}
