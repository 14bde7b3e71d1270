/// What a command line asks for.
package enum Invocation: Sendable {
    /// A text to print: help, or the version.
    case text(String)
    /// A command to run.
    case command(ParsedArguments)
}

extension Program {
    /// Reads a command line.
    ///
    /// - Parameter arguments: The words after the program's name.
    /// - Returns: A command, or a text to print.
    /// - Throws: ``UsageError``.
    package func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
        var words = arguments[...]
        switch words.first {
        case "help":
            return .text(try help(for: words.dropFirst().filter { !isHelp($0) }))
        case "--version", "version":
            return .text("\(name) \(version)\n")
        case let word? where isHelp(word):
            return .text(help)
        default: break
        }
        if words.count > 1, isHelp(words[1]), let group = groups.first(where: { $0.name == words[0] }) {
            return .text(help(for: group))
        }
        let spec = try takeCommand(&words)
        if words.prefix(while: { $0 != "--" }).contains(where: isHelp) { return .text(help(for: spec)) }
        var sorter = ArgumentSorter(spec: spec)
        return .command(try sorter.sort(words))
    }

    private func isHelp(_ word: String) -> Bool { word == "--help" || word == "-h" }

    /// The help for the command, group or program that the words name.
    private func help(for words: [String]) throws(UsageError) -> String {
        guard let first = words.first else { return help }
        if words.count == 1, let group = groups.first(where: { $0.name == first }) { return help(for: group) }
        var rest = words[...]
        let spec = try takeCommand(&rest)
        if let word = rest.first { throw UsageError(.unexpectedArgument(word), command: "help \(spec.name)") }
        return help(for: spec)
    }

    /// Takes the words that name a command off the front.
    private func takeCommand(_ words: inout ArraySlice<String>) throws(UsageError) -> CommandSpec {
        guard let first = words.first else { throw UsageError(.noCommand, command: "") }
        // A command may stand beside those that begin with its word: `drift`, `drift history`.
        if let spec = commands.first(where: { $0.path == Array(words.prefix(2)) && $0.path.count == 2 }) {
            words = words.dropFirst(2)
            return spec
        }
        if let spec = commands.first(where: { $0.path == [first] }) {
            words = words.dropFirst()
            return spec
        }
        guard groups.contains(where: { $0.name == first }) else {
            let known = groups.map(\.name) + commands.filter { $0.path.count == 1 }.map(\.name) + ["help", "version"]
            throw UsageError(.unknownCommand(first, nearest: nearest(to: first, among: known)), command: "")
        }
        words = words.dropFirst()
        guard let second = words.first else { throw UsageError(.noSubcommand(group: first), command: first) }
        let known = commands.filter { $0.path.first == first }.map { $0.path[1] }
        let meant = nearest(to: second, among: known).map { "\(first) \($0)" }
        throw UsageError(.unknownCommand("\(first) \(second)", nearest: meant), command: first)
    }
}

/// Sorts the words after a command's name into options, flags and positionals.
private struct ArgumentSorter {
    let spec: CommandSpec
    private var options: [String: [String]] = [:]
    private var flags: Set<String> = []
    private var loose: [String] = []

    init(spec: CommandSpec) {
        self.spec = spec
    }

    mutating func sort(_ words: ArraySlice<String>) throws(UsageError) -> ParsedArguments {
        var words = words
        while let word = words.popFirst() {
            if word == "--" {
                loose += words
                break
            }
            if word.hasPrefix("-"), word != "-" {
                try takeOption(word, &words)
            } else {
                loose.append(word)
            }
        }
        let positionals = try place()
        if let missing = spec.options.first(where: { $0.isRequired && options[$0.name] == nil }) {
            throw error(.missingOption("\(missing.spelling) \(missing.value)"))
        }
        return ParsedArguments(spec: spec, options: options, flags: flags, positionals: positionals)
    }

    private mutating func takeOption(_ word: String, _ words: inout ArraySlice<String>) throws(UsageError) {
        let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let spelling = String(parts[0])
        let given = parts.count == 2 ? String(parts[1]) : nil
        if let flag = spec.flags.first(where: { $0.spelling == spelling }) {
            guard given == nil else { throw error(.unexpectedValue(flag: spelling)) }
            guard flags.insert(flag.name).inserted else { throw error(.repeated(option: spelling)) }
            return
        }
        guard let option = spec.options.first(where: { $0.spelling == spelling }) else {
            let known = spec.options.map(\.spelling) + spec.flags.map(\.spelling) + ["--help"]
            throw error(.unknownOption(spelling, nearest: nearest(to: spelling, among: known)))
        }
        if options[option.name] != nil, !option.isRepeated { throw error(.repeated(option: spelling)) }
        if let given {
            options[option.name, default: []].append(given)
        } else if let next = words.first, !next.hasPrefix("--") {
            options[option.name, default: []].append(next)
            words = words.dropFirst()
        } else {
            throw error(.missingValue(option: spelling))
        }
    }

    /// Gives the loose words to the positionals, in order.
    private func place() throws(UsageError) -> [String: [String]] {
        var placed: [String: [String]] = [:]
        var words = loose[...]
        for positional in spec.positionals {
            switch positional.arity {
            case .one, .optional:
                if let word = words.popFirst() { placed[positional.name] = [word] }
            case .oneOrMore:
                placed[positional.name] = words.isEmpty ? nil : Array(words)
                words = []
            }
            if placed[positional.name] == nil, positional.arity != .optional {
                throw error(.missingArgument(positional.name))
            }
        }
        if let word = words.first { throw error(.unexpectedArgument(word)) }
        return placed
    }

    private func error(_ problem: UsageError.Problem) -> UsageError {
        UsageError(problem, command: spec.name)
    }
}
