import CommandLine
import DeepLinks
import Gateway

/// `postern resolve`: what becomes of a URL and why.
struct Resolve: Command {
    private static let url = Positional("URL", "the URL: https://go.acme.example/products/42")
    private static let platform = Option(
        "platform", "NAME", "who asks: ios, ipados, mac-or-ipad, android, macos, windows, linux or other (by default)")
    private static let client = Option(
        "client", "NAME", "with what: browser (by default), in-app, preview, crawler or monitor")
    private static let userAgent = Option(
        "user-agent", "UA", "who asks, by the User-Agent field; --platform and --client win over it")
    private static let gateway = Option(
        "gateway", "URL", "ask this running gateway, by its admin listener: http://127.0.0.1:9180")

    static let spec = CommandSpec(
        "resolve", "Says where a URL leads and why.",
        discussion: [
            "It shows the route that decides, what it captures, why each earlier route did not match, where a browser"
                + " goes, and which apps would open it. By default the database is asked."
        ],
        positionals: [url], options: [platform, client, userAgent, .fleet, gateway, .database], flags: [.json],
        examples: [
            .init("by the database", "postern resolve https://go.acme.example/products/42"),
            .init("by a file", "postern resolve https://go.acme.example/products/42 --fleet fleet.json5"),
            .init(
                "by what a gateway serves now",
                "postern resolve https://go.acme.example/products/42 --gateway http://127.0.0.1:9180"),
        ])

    private let question: ResolveQuestion
    private let source: ResolveSource
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        let url: LinkURL = try arguments.required(Self.url)
        var client = arguments.text(Self.userAgent).map { Client(userAgent: Array($0.utf8).span) } ?? Client()
        if let platform = try arguments.choice(Self.platform, ClientPlatform.allCases, \.text) {
            client.platform = platform
        }
        if let kind = try arguments.choice(Self.client, ClientClass.allCases, \.text) { client.kind = kind }
        question = try parse(Self.url.name, url.description) { _ throws(RuleViolation) in
            try ResolveQuestion(url: url, client: client)
        }
        switch (arguments.text(.fleet), arguments.text(Self.gateway), arguments.has(.database)) {
        case (let path?, nil, false): source = .file(path)
        case (nil, let base?, false): source = .gateway(base)
        case (nil, nil, _): source = .database(try DatabaseAddress(arguments))
        default: throw arguments.combination("give one of --fleet FILE, --gateway URL and --database URL")
        }
        isJSON = arguments.has(.json)
    }

    func run(_ console: Console) throws -> ExitCode {
        try console.write(try source.answer(question, json: isJSON))
        return .done
    }
}
