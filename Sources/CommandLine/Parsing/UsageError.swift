/// A command line that makes no sense; the process exits with ``ExitCode/usage``.
package struct UsageError: Error, Equatable, CustomStringConvertible {
    /// What is wrong.
    package enum Problem: Equatable, Sendable {
        /// No command was given.
        case noCommand
        /// A group was given without the command's second word.
        case noSubcommand(group: String)
        /// There is no such command; with the nearest one, if any is near.
        case unknownCommand(String, nearest: String?)
        /// The command has no such option; with the nearest one, if any is near.
        case unknownOption(String, nearest: String?)
        /// An option stands last, or before another option.
        case missingValue(option: String)
        /// A value was given to a flag.
        case unexpectedValue(flag: String)
        /// An option or flag that may be given once was given twice.
        case repeated(option: String)
        /// An option that the command needs is missing.
        case missingOption(String)
        /// A positional argument is missing.
        case missingArgument(String)
        /// There is no place for a word.
        case unexpectedArgument(String)
        /// A value does not have its form: the option or argument, the value and the rule.
        case invalidValue(of: String, value: String, rule: String)
        /// Options that exclude or need one another: a whole sentence without a full stop.
        case combination(String)
    }

    /// What is wrong.
    package let problem: Problem

    /// The command that was recognised before: `tenant add`, a group, or empty.
    package let command: String

    /// Makes an error.
    package init(_ problem: Problem, command: String) {
        self.problem = problem
        self.command = command
    }

    /// One line that names the option or word, the value and the rule.
    package var description: String {
        switch problem {
        case .noCommand: "a command is missing"
        case .noSubcommand(let group): "'\(group)' needs a second word"
        case .unknownCommand(let name, let nearest): "there is no command '\(name)'" + suggestion(nearest)
        case .unknownOption(let name, let nearest): "'\(command)' has no option '\(name)'" + suggestion(nearest)
        case .missingValue(let option): "\(option) needs a value (one that starts with '--' is written \(option)=VALUE)"
        case .unexpectedValue(let flag): "\(flag) takes no value"
        case .repeated(let option): "\(option) is given more than once"
        case .missingOption(let option): "'\(command)' needs \(option)"
        case .missingArgument(let name): "'\(command)' needs \(name)"
        case .unexpectedArgument(let word): "'\(command)' has no place for '\(word)'"
        case .invalidValue(let name, let value, let rule): "\(name): '\(value)' is not \(rule)"
        case .combination(let sentence): sentence
        }
    }

    private func suggestion(_ nearest: String?) -> String {
        nearest.map { "; did you mean '\($0)'?" } ?? ""
    }
}
