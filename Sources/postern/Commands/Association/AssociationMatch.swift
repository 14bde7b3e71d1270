import Association
import CommandLine
import JSONText
import DeepLinks

/// `postern association match`: where URLs open by an association file.
struct AssociationMatch: Command {
    private static let urls = Positional("URL", "the URLs", .oneOrMore)
    private static let aasa = Option("aasa", "FILE", "an apple-app-site-association file; - is standard input")
    private static let app = Option("app", "APPID", "with --aasa: the app, ABCDE12345.com.example.app")
    private static let host = Option("host", "HOST", "with --aasa: the host that serves the file; any by default")
    private static let assetlinks = Option("assetlinks", "FILE", "an assetlinks.json file; - is standard input")
    private static let package = Option("package", "NAME", "with --assetlinks: the app, com.example.app")
    private static let fingerprint = Option(
        "fingerprint", "SHA256", "with --assetlinks: of the certificate that the app is signed with, AB:CD:…")
    private static let explain = Flag("explain", "say below each line why, and what each earlier rule failed by")

    static let spec = CommandSpec(
        "association match", "Predicts by an association file where URLs open, in the app or in the browser.",
        discussion: [
            "A line for each URL: open or browser, the URL, and a JSON pointer to the rule that decides, or -, parted by"
                + " tabs. A file that its platform cannot read opens nothing. Where iOS 12 and earlier decide otherwise,"
                + " a message says so, and where the answer rests on what no source says of the platform. The database"
                + " is not asked."
        ],
        positionals: [urls], options: [aasa, app, host, assetlinks, package, fingerprint], flags: [explain, .json],
        forms: [
            "--aasa\u{A0}FILE --app\u{A0}APPID [--host\u{A0}HOST] URL... [--explain] [--json]",
            "--assetlinks\u{A0}FILE --package\u{A0}NAME --fingerprint\u{A0}SHA256 URL... [--explain] [--json]",
        ],
        examples: [
            .init(
                "by a file of Apple's",
                "postern association match --aasa site.json --app ABCDE12345.com.example.app https://go.acme.example/p/1"
            ),
            .init(
                "why",
                "postern association match --aasa site.json --app ABCDE12345.com.example.app --explain https://go.acme.example/"
            ),
        ])

    private let matching: MatchQuestion
    private let urls: [LinkURL]
    private let explains: Bool
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        urls = try arguments.texts(Self.urls).map { try parse(Self.urls.name, $0) }
        explains = arguments.has(Self.explain)
        isJSON = arguments.has(.json)
        let apple = [Self.app, Self.host]
        let android = [Self.package, Self.fingerprint]
        switch (arguments.text(Self.aasa), arguments.text(Self.assetlinks)) {
        case (let path?, nil) where !android.contains(where: arguments.has):
            let app = try arguments.word(Self.app)
            guard !app.isEmpty else {
                throw CommandFailure.refused(
                    Self.app.spelling, app, "an app ID is prefix and bundle ID: ABCDE12345.com.example.app")
            }
            matching = .apple(AssociationFile(path: path), app: app, host: try arguments.urlHost(Self.host))
        case (nil, let path?) where !apple.contains(where: arguments.has):
            let name = try arguments.word(Self.package)
            guard let package = PackageName(name) else {
                throw CommandFailure.refused(
                    Self.package.spelling, name, "a package name is two or more dotted parts of letters, digits and _")
            }
            let text = try arguments.word(Self.fingerprint)
            guard let fingerprint = CertificateFingerprint(text) else {
                throw CommandFailure.refused(
                    Self.fingerprint.spelling, text, "a SHA-256 fingerprint is 32 octets in hex, parted by colons")
            }
            matching = .android(AssociationFile(path: path), package, fingerprint)
        default:
            throw arguments.combination(
                "give --aasa FILE with --app, or --assetlinks FILE with --package and --fingerprint")
        }
    }

    func run(_ console: Console) throws -> ExitCode {
        let answers = try matching.answers(urls, console)
        if isJSON {
            try console.writeJSON { writer in
                writer.name("matches")
                writer.array { writer in
                    for answer in answers { answer.write(to: &writer) }
                }
            }
            return .done
        }
        for answer in answers {
            try console.write(answer.line)
            if explains { try console.write(answer.lines) }
            for note in answer.notes { console.note(note) }
        }
        return .done
    }
}
