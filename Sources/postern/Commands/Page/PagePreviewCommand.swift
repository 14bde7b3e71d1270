import CommandLine
import DeepLinks
import Gateway
import Platform

/// `postern page preview`: a hosted page as a gateway would answer with it.
struct PagePreviewCommand: Command {
    private static let language = Option(
        "language", "LIST", "what they read, as the Accept-Language field has it: de,en;q=0.5")
    private static let out = Option("out", "FILE", "write the page to this file; to standard output by default")

    static let spec = CommandSpec(
        "page preview", "Makes the hosted page that a URL is answered with.",
        discussion: [
            "It is the page that a gateway would answer with, byte for byte. Exit code 1 says that the URL gets no page,"
                + " and the message where it leads instead."
        ],
        positionals: [QuestionArguments.url],
        options: QuestionArguments.options + [language, out, .fleet, .database],
        examples: [
            .init(
                "a telephone's, in German",
                "postern page preview https://go.acme.example/products/42 --platform ios --language de --out page.html"),
            .init(
                "what a messenger reads, by a file",
                "postern page preview https://go.acme.example/products/42 --client preview --fleet fleet.json5"),
        ])

    /// What a browser of a platform says of itself, where nobody says another: that of Android takes `intent:` URLs.
    private static let chrome =
        "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/137.0.0.0 Mobile Safari/537.36"

    private let question: ResolveQuestion
    private let source: ResolveSource
    private let path: String?

    init(_ arguments: ParsedArguments) throws {
        question = try QuestionArguments(arguments, languages: Self.language, userAgent: Self.chrome).question
        switch (arguments.text(.fleet), arguments.has(.database)) {
        case (let path?, false): source = .file(path)
        case (nil, _): source = .database(try DatabaseAddress(arguments))
        default: throw arguments.combination("give one of --fleet FILE and --database URL")
        }
        path = arguments.text(Self.out)
    }

    func run(_ console: Console) throws -> ExitCode {
        guard let site = try source.site(of: question) else {
            console.note("no page: no domain has the host \(question.host)")
            return .answer(1)
        }
        let preview = try PagePreview(question, of: site.tenant, site.domain) { key in
            try site.findLink(key)
        }
        guard let html = preview.html else {
            console.note("no page: \(preview.explanation.outcome.browserText)")
            return .answer(1)
        }
        guard let path else {
            try console.write(html)
            return .done
        }
        do throws(SystemError) {
            try File.replace(path, with: html)
        } catch {
            throw CommandFailure(.software, "\(path) could not be written: \(error)")
        }
        console.note("\(path): \(html.count) bytes")
        return .done
    }
}

extension ExplainedOutcome {
    /// What a browser gets, where that is no page.
    fileprivate var browserText: String {
        switch self {
        case .redirect(let status, _, let location): "\(status) to \(location)"
        case .page: "a page"
        case .notFound: "404"
        case .reserved(let path): "the gateway answers it itself: \(path)"
        }
    }
}
