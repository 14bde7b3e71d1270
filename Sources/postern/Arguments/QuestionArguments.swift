import CommandLine
import DeepLinks
import Gateway

/// A URL, who asks for it and when, wherever a command answers as a gateway would.
struct QuestionArguments {
    /// The URL.
    static let url = Positional("URL", "the URL: https://go.acme.example/products/42")

    private static let platform = Option(
        "platform", "NAME", "who asks: ios, ipados, mac-or-ipad, android, macos, windows, linux or other (by default)")
    private static let client = Option(
        "client", "NAME", "with what: browser (by default), in-app, preview, crawler or monitor")
    private static let userAgent = Option(
        "user-agent", "UA", "who asks, by the User-Agent field; --platform and --client win over it")
    private static let header = Option(
        "header", "NAME=VALUE", "a field of the request: " + AskerFields.names.joined(separator: ", "),
        isRepeated: true)
    private static let time = Option("at", "TIME", "when, in RFC 3339: 2027-12-31T00:00:00Z; now by default")

    /// The options that are read here.
    static let options = [platform, client, userAgent, header, time]

    /// What is asked, by whom and when.
    let question: ResolveQuestion

    /// Reads them.
    ///
    /// - Parameters:
    ///   - arguments: The command line.
    ///   - languages: An option for the `Accept-Language` field.
    ///   - standard: The `User-Agent` field of a browser, where none is given; it says nothing of who asks.
    /// - Throws: ``CommandFailure`` and ``UsageError`` for a value that breaks its rule.
    init(_ arguments: ParsedArguments, languages: Option? = nil, userAgent standard: String? = nil) throws {
        let url: LinkURL = try arguments.required(Self.url)
        var fields = AskerFields()
        let own = [("User-Agent", Self.userAgent)] + (languages.map { [("Accept-Language", $0)] } ?? [])
        for (name, option) in own { fields[name] = arguments.text(option) }
        for text in arguments.texts(Self.header) {
            do throws(RuleViolation) {
                try fields.add(text)
            } catch {
                throw CommandFailure.refused("--header", text, error.description)
            }
        }
        var platform = try arguments.choice(Self.platform, ClientPlatform.allCases, \.text)
        var kind = try arguments.choice(Self.client, ClientClass.allCases, \.text)
        if let standard, fields["User-Agent"] == nil {
            (platform, kind) = (platform ?? fields.client.platform, kind ?? .browser)
            fields["User-Agent"] = standard
        }
        let time = try arguments.text(Self.time).map { try readTime("--at", $0) }
        question = try parse(Self.url.name, url.description) { _ throws(RuleViolation) in
            try ResolveQuestion(url: url, fields: fields, platform: platform, kind: kind, time: time)
        }
    }
}
