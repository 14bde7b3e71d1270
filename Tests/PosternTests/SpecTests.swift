import CommandLine
import Testing

@testable import postern

/// What the specs of all commands have in common.
@Suite struct SpecTests {
    struct Spec: CustomTestStringConvertible {
        let spec: CommandSpec
        var testDescription: String { spec.name }
    }

    static let specs = Program.postern.commands.map(Spec.init)

    @Test(arguments: specs)
    func `every example of a command is a line for that command`(command: Spec) throws {
        #expect(!command.spec.examples.isEmpty)
        for example in command.spec.examples {
            // What is redirected goes to the shell.
            let words = Array(shellWords(example.line).prefix { $0 != ">" })
            let start = try #require(words.firstIndex(of: "postern"), "\(example.line)")
            guard case .command(let arguments) = try Program.postern.parse(Array(words[(start + 1)...])) else {
                Issue.record("\(example.line) runs no command")
                continue
            }
            #expect(arguments.spec.name == command.spec.name)
        }
    }

    @Test(arguments: specs)
    func `forms written by hand show every option`(command: Spec) {
        let spec = command.spec
        guard !spec.forms.isEmpty else { return }
        let words = Set(spec.forms.joined(separator: " ").split(whereSeparator: { " []().|\u{A0}".contains($0) }))
        for option in spec.options { #expect(words.contains(option.spelling[...]), "\(option.spelling)") }
        for flag in spec.flags { #expect(words.contains(flag.spelling[...]), "\(flag.spelling)") }
        for positional in spec.positionals { #expect(words.contains(positional.name[...]), "\(positional.name)") }
    }

    @Test(arguments: specs)
    func `summaries are sentences, names are told apart`(command: Spec) {
        let spec = command.spec
        #expect(spec.summary.hasSuffix("."))
        let names = spec.options.map(\.name) + spec.flags.map(\.name)
        #expect(Set(names).count == names.count)
        for option in spec.options { #expect(!option.summary.hasSuffix("."), "\(option.spelling)") }
        for flag in spec.flags { #expect(!flag.summary.hasSuffix("."), "\(flag.spelling)") }
        for answer in spec.answers { #expect((1...9).contains(answer.number)) }
    }

    @Test func `every first word of two is a command or a group with a summary, and every group has commands`() {
        let first = Set(Program.postern.commands.filter { $0.path.count == 2 }.map { $0.path[0] })
        let alone = Set(Program.postern.commands.filter { $0.path.count == 1 }.map { $0.path[0] })
        #expect(first.subtracting(alone) == Set(Program.postern.groups.map(\.name)))
        #expect(Program.postern.commands.allSatisfy { (1...2).contains($0.path.count) })
    }

    /// The words of a line with single quotes.
    private func shellWords(_ line: String) -> [String] {
        var words: [String] = []
        var word: String?
        var isQuoted = false
        for character in line {
            switch character {
            case "'": (isQuoted, word) = (!isQuoted, word ?? "")
            case " " where !isQuoted:
                if let done = word { words.append(done) }
                word = nil
            default: word = (word ?? "") + String(character)
            }
        }
        if let done = word { words.append(done) }
        return words
    }
}
