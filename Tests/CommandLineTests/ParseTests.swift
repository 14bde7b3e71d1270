import CommandLine
import Testing

@Suite struct ParseTests {
    @Test func `options take their value from the next word or after the equals sign`() throws {
        let arguments = try Sample.arguments(
            "domain", "add", "--tenant", "acme", "go.acme.example", "--example=", "--example=a=b", "--attested")
        #expect(arguments.spec.name == "domain add")
        #expect(arguments.text(Sample.tenant) == "acme")
        #expect(arguments.text(Sample.host) == "go.acme.example")
        #expect(arguments.texts(Sample.example) == ["", "a=b"])
        #expect(arguments.has(Sample.attested))
        #expect(!arguments.has(Sample.json))
    }

    @Test func `all words after two dashes are positional`() throws {
        let arguments = try Sample.arguments("domain", "set", "--", "--odd", "--help")
        #expect(arguments.text(Sample.host) == "--odd")
        #expect(arguments.texts(Sample.pairs) == ["--help"])
    }

    @Test func `a single dash is a word, an absent optional word is nil`() throws {
        #expect(try Sample.arguments("serve", "-").text(Sample.file) == "-")
        #expect(try Sample.arguments("serve").text(Sample.file) == nil)
    }

    @Test func `a value may start with one dash`() throws {
        #expect(try Sample.arguments("domain", "add", "h", "--tenant", "-x").text(Sample.tenant) == "-x")
    }

    struct Refusal: CustomTestStringConvertible {
        let line: String
        let message: String
        var testDescription: String { line }
    }

    static let refusals = [
        Refusal(line: "", message: "a command is missing"),
        Refusal(line: "sevre", message: "there is no command 'sevre'; did you mean 'serve'?"),
        Refusal(line: "launch", message: "there is no command 'launch'"),
        Refusal(line: "x", message: "there is no command 'x'"),
        Refusal(line: "domain", message: "'domain' needs a second word"),
        Refusal(line: "domain ad", message: "there is no command 'domain ad'; did you mean 'domain add'?"),
        Refusal(line: "domain --json", message: "there is no command 'domain --json'"),
        Refusal(line: "--json domain", message: "there is no command '--json'"),
        Refusal(
            line: "domain add h --tennant a",
            message: "'domain add' has no option '--tennant'; did you mean '--tenant'?"),
        Refusal(line: "domain add h --ten a", message: "'domain add' has no option '--ten'"),
        Refusal(
            line: "domain add h --tenants=a",
            message: "'domain add' has no option '--tenants'; did you mean '--tenant'?"),
        Refusal(line: "domain add h -t a", message: "'domain add' has no option '-t'"),
        Refusal(
            line: "domain add h --tenant",
            message: "--tenant needs a value (one that starts with '--' is written --tenant=VALUE)"),
        Refusal(
            line: "domain add h --tenant --json",
            message: "--tenant needs a value (one that starts with '--' is written --tenant=VALUE)"),
        Refusal(line: "domain add h --tenant a --json=yes", message: "--json takes no value"),
        Refusal(line: "domain add h --tenant a --tenant b", message: "--tenant is given more than once"),
        Refusal(line: "domain add h --tenant a --json --json", message: "--json is given more than once"),
        Refusal(line: "domain add h", message: "'domain add' needs --tenant NAME"),
        Refusal(line: "domain add --tenant a", message: "'domain add' needs HOST"),
        Refusal(line: "domain add h i --tenant a", message: "'domain add' has no place for 'i'"),
        Refusal(line: "domain set h", message: "'domain set' needs KEY=VALUE"),
        Refusal(line: "help serve now", message: "'help serve' has no place for 'now'"),
        Refusal(line: "help serv", message: "there is no command 'serv'; did you mean 'serve'?"),
    ]

    @Test(arguments: refusals)
    func `a line that makes no sense is refused by name`(refusal: Refusal) throws {
        let error = try #require(throws: UsageError.self) {
            try Sample.program.parse(refusal.line.split(separator: " ").map(String.init))
        }
        #expect(error.description == refusal.message)
    }

    @Test func `an amount of memory has a unit`() throws {
        for (text, size) in [("0", 0), ("512KiB", 512 << 10), ("64MiB", 64 << 20), ("1GiB", 1 << 30)] {
            #expect(try Sample.arguments("serve", "--drain-delay", text).size(Sample.delay) == size)
        }
        for text in ["", "64", "MiB", "-1MiB", "1.5GiB", "64 MiB", "64MB", "9999999GiB"] {
            let error = try #require(throws: UsageError.self) {
                try Sample.arguments("serve", "--drain-delay=\(text)").size(Sample.delay)
            }
            #expect(
                error.description
                    == "--drain-delay: '\(text)' is not an amount of memory such as 512KiB, 64MiB or 1GiB")
        }
    }

    @Test func `numbers, durations and choices name option, value and rule`() throws {
        #expect(try Sample.arguments("serve", "--workers", "4").number(Sample.workers, in: 1...64) == 4)
        #expect(try Sample.arguments("serve").number(Sample.workers, in: 1...64) == nil)
        for (text, duration) in [
            ("0", Duration.zero), ("250ms", .milliseconds(250)), ("10s", .seconds(10)), ("5m", .seconds(300)),
            ("2h", .seconds(7200)),
        ] {
            #expect(try Sample.arguments("serve", "--drain-delay", text).duration(Sample.delay) == duration)
        }
        for text in ["", "10", "s", "-1s", "1.5s", "10 s", "1d", "9999999999s", "٣s"] {
            let error = try #require(throws: UsageError.self) {
                try Sample.arguments("serve", "--drain-delay=\(text)").duration(Sample.delay)
            }
            #expect(error.description == "--drain-delay: '\(text)' is not a span of time such as 500ms, 10s, 5m or 2h")
        }
        for text in ["0", "65", "4x", "", "99999999999999999999"] {
            let error = try #require(throws: UsageError.self) {
                try Sample.arguments("serve", "--workers=\(text)").number(Sample.workers, in: 1...64)
            }
            #expect(error.description == "--workers: '\(text)' is not a whole number from 1 to 64")
        }
        let error = try #require(throws: UsageError.self) {
            try Sample.arguments("serve", "--workers", "three").choice(Sample.workers, [1, 2]) {
                $0 == 1 ? "one" : "two"
            }
        }
        #expect(error.description == "--workers: 'three' is not one of one, two")
    }
}
