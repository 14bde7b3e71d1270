/// A program: its name, version and commands.
package struct Program: Sendable {
    /// A word under which several commands stand: `tenant`.
    package struct Group: Sendable {
        /// The word.
        package let name: String
        /// One sentence, with a full stop.
        package let summary: String

        /// Makes a group.
        package init(_ name: String, _ summary: String) {
            self.name = name
            self.summary = summary
        }
    }

    /// The name that a person types.
    package let name: String

    /// The version that `--version` prints.
    package let version: String

    /// One sentence, with a full stop.
    package let summary: String

    /// The first words of commands of two words.
    package let groups: [Group]

    /// The commands, in the order of the help.
    package let commands: [CommandSpec]

    /// Makes a program.
    package init(name: String, version: String, summary: String, groups: [Group], commands: [CommandSpec]) {
        self.name = name
        self.version = version
        self.summary = summary
        self.groups = groups
        self.commands = commands
    }
}
