import CommandLine
import DeepLinks
import Gateway

/// `postern resolve`: what becomes of a URL and why.
struct Resolve: Command {
    private static let gateway = Option(
        "gateway", "URL", "ask this running gateway, by its admin listener: http://127.0.0.1:9180")

    static let spec = CommandSpec(
        "resolve", "Says where a URL leads and why.",
        discussion: [
            "It shows the route that decides, what it captures, why each earlier route did not match, where a browser"
                + " goes, and which apps would open it. By default the database is asked."
        ],
        positionals: [QuestionArguments.url], options: QuestionArguments.options + [.fleet, gateway, .database],
        flags: [.json],
        examples: [
            .init("by the database", "postern resolve https://go.acme.example/products/42"),
            .init("by a file", "postern resolve https://go.acme.example/products/42 --fleet fleet.json5"),
            .init(
                "what somebody on a telephone gets on New Year's Eve",
                "postern resolve https://go.acme.example/c/summer --platform ios --at 2027-12-31T00:00:00Z"),
            .init(
                "by what a gateway serves now",
                "postern resolve https://go.acme.example/products/42 --gateway http://127.0.0.1:9180"),
        ])

    private let question: ResolveQuestion
    private let source: ResolveSource
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        question = try QuestionArguments(arguments).question
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
