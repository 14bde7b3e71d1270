import CommandLine
import Testing

@Suite struct HelpTests {
    /// The text that a line prints.
    private func text(_ words: String...) throws -> String {
        guard case .text(let text) = try Sample.program.parse(words) else { return "a command" }
        return text
    }

    @Test func `a command's help is rendered from its spec`() throws {
        let expected = """
            Adds a domain to a tenant.

            The domain is pending until the tenant proves control of the name, and a
            pending domain is not served.

            usage: gate domain add HOST --tenant NAME [--example URL]... [--attested]
                       [--json]

            arguments:
              HOST  the host name, exact or wildcard

            options:
              --tenant NAME  the tenant that owns it
              --example URL  a URL that has to match (repeatable)
              --attested     take the operator's word that the tenant controls the name
              --json         print JSON

            exit codes of its own:
              1  the name is pending

            examples:
              # a name of the tenant's own
              gate domain add go.acme.example --tenant acme

            """
        #expect(try text("help", "domain", "add") == expected)
        #expect(try text("domain", "add", "--help") == expected)
        #expect(try text("domain", "add", "go.acme.example", "-h") == expected)
        #expect(try text("help", "domain", "add", "--help") == expected)
    }

    @Test func `a group's help lists its commands`() throws {
        let expected = """
            The host names.

            commands:
              domain add  Adds a domain to a tenant.
              domain set  Changes settings.

            'gate help domain COMMAND' says more about one of them.

            """
        #expect(try text("help", "domain") == expected)
        #expect(try text("domain", "--help") == expected)
    }

    @Test func `the program's help lists commands and groups`() throws {
        let expected = """
            A gate.

            usage: gate COMMAND [ARGUMENT]...

            commands:
              serve  Answers links.

            commands of two words:
              domain  The host names. (add, set)

            'gate help COMMAND' says more about a command, 'gate --version' which version this is.

            """
        #expect(try text("help") == expected)
        #expect(try text("--help") == expected)
        #expect(try text("-h") == expected)
    }

    @Test func `the version is one line`() throws {
        #expect(try text("--version") == "gate 1.2.3\n")
        #expect(try text("version") == "gate 1.2.3\n")
    }
}
