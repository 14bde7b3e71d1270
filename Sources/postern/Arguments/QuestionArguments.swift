import CommandLine
import DeepLinks
import Gateway

/// A URL and who asks for it, wherever a command answers as a gateway would.
struct QuestionArguments {
    /// The URL.
    static let url = Positional("URL", "the URL: https://go.acme.example/products/42")

    private static let platform = Option(
        "platform", "NAME", "who asks: ios, ipados, mac-or-ipad, android, macos, windows, linux or other (by default)")
    private static let client = Option(
        "client", "NAME", "with what: browser (by default), in-app, preview, crawler or monitor")
    private static let userAgent = Option(
        "user-agent", "UA", "who asks, by the User-Agent field; --platform and --client win over it")

    /// The options that are read here.
    static let options = [platform, client, userAgent]

    /// What is asked, and by whom.
    let question: ResolveQuestion

    /// The `User-Agent` field, if it is given.
    let userAgent: String?

    /// Reads them.
    ///
    /// - Throws: ``CommandFailure`` and ``UsageError`` for a value that breaks its rule.
    init(_ arguments: ParsedArguments) throws {
        let url: LinkURL = try arguments.required(Self.url)
        userAgent = arguments.text(Self.userAgent)
        var client = userAgent.map { Client(userAgent: Array($0.utf8).span) } ?? Client()
        if let platform = try arguments.choice(Self.platform, ClientPlatform.allCases, \.text) {
            client.platform = platform
        }
        if let kind = try arguments.choice(Self.client, ClientClass.allCases, \.text) { client.kind = kind }
        question = try parse(Self.url.name, url.description) { _ throws(RuleViolation) in
            try ResolveQuestion(url: url, client: client)
        }
    }
}
