import Association
import CommandLine
import JSONText

/// `postern association lint`: what is wrong with an association file, and what to write instead.
struct AssociationLintCommand: Command {
    private static let file = Positional("FILE", "the file; - is standard input")

    static let spec = CommandSpec(
        "association lint", "Says what is wrong with an association file, and what to write instead.",
        discussion: [
            "An error does not work, a warning works otherwise than it reads, a note is good to know. Each has a name that"
                + " stays, the place and a JSON pointer. Where it takes no guess, the whole file is written as it was meant. The database is"
                + " not asked."
        ],
        positionals: [file],
        options: [Option.associationKind.saying("aasa or assetlinks; by default what the file's first character says")],
        flags: [.json],
        answers: [(1, "there are errors")],
        examples: [
            .init("a file", "postern association lint apple-app-site-association"),
            .init("a file by its kind", "postern association lint assetlinks.json --kind assetlinks --json"),
        ])

    private let file: AssociationFile
    private let kind: AssociationKind?
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        file = AssociationFile(path: try arguments.word(Self.file))
        kind = try arguments.associationKind()
        isJSON = arguments.has(.json)
    }

    func run(_ console: Console) throws -> ExitCode {
        let bytes = try file.bytes()
        let kind = kind ?? AssociationLint.kind(of: bytes)
        let findings = AssociationLint.findings(bytes, kind: kind)
        if isJSON {
            try console.writeJSON { writer in
                writer.member("kind", kind.rawValue)
                writer.name("findings")
                writer.array { writer in
                    for finding in findings { writer.write(Record(finding)) }
                }
                if let mended = AssociationMend.text(bytes, kind: kind) { writer.member("mended", mended) }
            }
        } else {
            let report = LintReport(findings, of: bytes, kind: kind)
            try console.write(report.text)
            if let mending = report.mending { try console.write("\n" + mending) }
            console.note(report.summary)
        }
        return findings.contains { $0.severity == .error } ? .answer(1) : .done
    }
}
