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
                + " stays, the place and a JSON pointer. The database is not asked."
        ],
        positionals: [file],
        options: [Option.associationKind.saying("aasa or assetlinks; by default what the file's first character says")],
        flags: [.json],
        answers: [(1, "there are errors")],
        examples: [
            .init("a file", "postern association lint apple-app-site-association"),
            .init("a file by its kind", "postern association lint assetlinks.json --kind assetlinks --json"),
        ])

    /// Findings of one code that are shown to people.
    private static let shownOfEach = 5

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
            }
        } else {
            try console.write(Self.text(findings))
            console.note(Self.summary(findings, kind))
        }
        return findings.contains { $0.severity == .error } ? .answer(1) : .done
    }

    /// The findings for people, many of a kind shortened.
    private static func text(_ findings: [Finding]) -> String {
        var counts: [FindingCode: Int] = [:]
        var text = ""
        for finding in findings {
            counts[finding.code, default: 0] += 1
            guard counts[finding.code, default: 0] <= shownOfEach else { continue }
            text += """
                \(finding.position): \(finding.severity.rawValue): \(finding.message)
                    \(finding.advice)
                    \(finding.code.rawValue) at \(finding.pointer.isEmpty ? "the whole file" : finding.pointer)

                """
        }
        for code in FindingCode.allCases {
            let rest = counts[code, default: 0] - shownOfEach
            if rest > 0 { text += "and \(rest) more of \(code.rawValue): --json has them all\n" }
        }
        return text
    }

    private static func summary(_ findings: [Finding], _ kind: AssociationKind) -> String {
        guard !findings.isEmpty else { return "\(kind.rawValue): no findings" }
        let counts = Severity.allCases.compactMap { severity -> String? in
            let count = findings.count { $0.severity == severity }
            return count == 0 ? nil : "\(count) \(severity.rawValue)\(count == 1 ? "" : "s")"
        }
        return "\(kind.rawValue): " + counts.joined(separator: ", ")
    }
}

extension Record {
    /// A finding.
    fileprivate init(_ finding: Finding) {
        add("code", finding.code.rawValue)
        add("severity", finding.severity.rawValue)
        add("pointer", finding.pointer)
        add("line", .number(finding.position.line))
        add("column", .number(finding.position.column))
        add("message", finding.message)
        add("advice", finding.advice)
    }
}
