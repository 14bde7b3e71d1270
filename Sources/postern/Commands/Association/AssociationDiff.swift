import Association
import CommandLine
import DeepLinks
import JSONText

/// `postern association diff`: the URLs that two association files decide differently.
struct AssociationDiff: Command {
    private static let old = Positional("OLD", "the one file; - is standard input")
    private static let new = Positional("NEW", "the other file; - is standard input")
    private static let app = Option(
        "app", "APP", "only this app: an app ID, or a package name; by default all that a file names")
    private static let host = Option(
        "host", "HOST", "the host of the URLs that are shown; host.example by default")

    static let spec = CommandSpec(
        "association diff", "Says which URLs open otherwise by one association file than by another.",
        discussion: [
            "A line for each pair of rules that decide differently: where a URL opens by the old file and by the new, the"
                + " shortest such URL, and JSON pointers to the two rules, or - for none. Below them is what else only one"
                + " file grants: services of Apple's, relations and fingerprints of Android's.",
            "The search is exact on ordinary paths, with the queries and fragments that rules tell apart; rules that"
                + " decide alike however written are equal. Meant are Apple's systems of today, with inner slashes as"
                + " written, and Android 15 and later. The database is not asked.",
        ],
        positionals: [old, new],
        options: [
            app, host,
            Option.associationKind.saying("aasa or assetlinks; by default what the files' first characters say"),
        ],
        flags: [.json],
        answers: [
            (1, "they differ"), (2, "no difference was found, but a limit kept from searching everything"),
        ],
        examples: [
            .init("before a file goes out", "postern association diff published.json new.json"),
            .init(
                "what one app opens",
                "postern association diff old.json new.json --app ABCDE12345.com.example.app --host go.acme.example"),
        ])

    private let files: FilePair
    private let app: String?
    private let host: String
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        let (old, new) = (try arguments.word(Self.old), try arguments.word(Self.new))
        guard old != "-" || new != "-" else { throw arguments.combination("only one of OLD and NEW can be -") }
        files = FilePair(
            old: AssociationFile(path: old), new: AssociationFile(path: new), kind: try arguments.associationKind())
        app = arguments.text(Self.app)
        host = try arguments.urlHost(Self.host) ?? AssociationComparison.placeholderHost
        isJSON = arguments.has(.json)
    }

    func run(_ console: Console) throws -> ExitCode {
        let (kind, comparison) = try files.comparison(app: app, host: host)
        if let app, comparison.apps.isEmpty { console.note("neither file lets \(app) open links") }
        if isJSON {
            try console.writeJSON { writer in
                writer.member("kind", kind.rawValue)
                writer.write(comparison)
            }
        } else {
            try console.write(comparison.table)
            console.note("\(kind.rawValue): \(comparison.summary)")
        }
        guard comparison.isEqual else { return .answer(1) }
        return comparison.completeness == .complete ? .done : .answer(2)
    }
}
