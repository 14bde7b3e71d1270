import CommandLine

/// A small program with one of each kind of argument.
enum Sample {
    static let host = Positional("HOST", "the host name, exact or wildcard")
    static let pairs = Positional("KEY=VALUE", "settings", .oneOrMore)
    static let file = Positional("FILE", "the file; standard input by default", .optional)
    static let tenant = Option("tenant", "NAME", "the tenant that owns it", isRequired: true)
    static let example = Option("example", "URL", "a URL that has to match", isRepeated: true)
    static let workers = Option("workers", "N", "threads that serve, 1 to 64; one per core by default")
    static let delay = Option("drain-delay", "TIME", "how long to keep serving after SIGTERM; 10s by default")
    static let attested = Flag("attested", "take the operator's word that the tenant controls the name")
    static let json = Flag("json", "print JSON")

    static let add = CommandSpec(
        "domain add", "Adds a domain to a tenant.",
        discussion: [
            "The domain is pending until the tenant proves control of the name, and a pending domain is not served."
        ],
        positionals: [host], options: [tenant, example], flags: [attested, json],
        answers: [(1, "the name is pending")],
        examples: [.init("a name of the tenant's own", "gate domain add go.acme.example --tenant acme")])

    static let set = CommandSpec(
        "domain set", "Changes settings.", positionals: [host, pairs],
        examples: [.init("one", "gate domain set go.acme.example fallback=https://acme.example")])

    static let serve = CommandSpec(
        "serve", "Answers links.", positionals: [file], options: [workers, delay],
        examples: [.init("as it is", "gate serve")])

    static let program = Program(
        name: "gate", version: "1.2.3", summary: "A gate.", groups: [.init("domain", "The host names.")],
        commands: [serve, add, set])

    /// Parses a line that names a command.
    static func arguments(_ words: String...) throws -> ParsedArguments {
        guard case .command(let arguments) = try program.parse(words) else {
            throw UsageError(.combination("a text, no command"), command: "")
        }
        return arguments
    }
}
