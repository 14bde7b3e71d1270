import CommandLine
import DeepLinks
import FleetStore
import JSONText
import Platform

/// `postern link import`: takes many links at once, or none of them.
struct LinkImport: FleetWrite {
    private static let file = Positional("FILE", "the file; - is standard input")
    private static let format = Option(
        "format", "NAME", "csv or jsonl; by default what the file's name ends with, else csv")
    private static let preset = Option(
        "preset", "NAME", "the columns of another program's export: shlink or firebase (Firebase Dynamic Links)")
    private static let column = Option(
        "column", "FIELD=NAME", "read a field from this column, or member of an object", isRepeated: true)
    private static let under = Option(
        "under", "URL",
        "make the links here: this URL and the slug, or the last segment of the file's URL: https://go.acme.example/c/")
    private static let updates = Flag("update", "change links that are there already, rather than refuse their lines")
    private static let dryRun = Flag("dry-run", "check everything and write nothing")

    static let spec = CommandSpec(
        "link import", "Takes many links at once from a file, or none of them.",
        discussion: [
            "CSV is that of RFC 4180 with a header; the separator may be a comma, a semicolon or a tab. JSON Lines has an"
                + " object on each line. A line names its link by url, or by slug with --under, and says the rest in the words"
                + " of 'postern link set': \(LinkField.all.map(\.setting.name).joined(separator: ", ")). Only to is needed;"
                + " columns of other names are passed over and told. With --under, a line without url and slug gets a slug"
                + " drawn at random, which 'postern link export' tells.",
            "All lines are held to the rules of 'postern link add', and all that cannot be taken are told with their numbers,"
                + " up to \(LineProblem.most); then nothing is imported. A link that is there already, or on an earlier line,"
                + " is such a case. With --update, its line says all of the link that is there: what it lacks is back at its"
                + " default; only blocked stays as it is unless the line says it.",
        ],
        positionals: [file],
        options: [Option.tenant.required, format, preset, column, under, .database], flags: [updates, dryRun],
        examples: [
            .init("our own format", "postern link import links.csv --tenant acme"),
            .init(
                "from Firebase Dynamic Links",
                "postern link import takeout.csv --tenant acme --preset firebase --under https://go.acme.example/c/"),
        ])

    private let path: String
    private let order: LinkImportOrder
    private let form: LinkFile.Form
    private let columns: LinkColumns
    private let isForeign: Bool
    private let under: LinkPrefix?
    let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        let word = try arguments.word(Self.file)
        path = word == "-" ? try standardInput() : word
        order = LinkImportOrder(
            of: try arguments.required(.tenant), updates: arguments.has(Self.updates),
            isDryRun: arguments.has(Self.dryRun))
        form =
            try arguments.choice(Self.format, LinkFile.Form.allCases, \.rawValue)
            ?? (path.hasSuffix(".jsonl") || path.hasSuffix(".ndjson") ? .jsonl : .csv)
        let preset = try arguments.choice(Self.preset, LinkColumns.Preset.allCases, \.rawValue)
        isForeign = preset != nil
        var columns = LinkColumns(preset)
        for text in arguments.texts(Self.column) {
            let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
            guard parts.count == 2, columns.map(parts[0], to: parts[1]) else {
                throw CommandFailure.refused(
                    Self.column.spelling, text,
                    "FIELD=NAME, where FIELD is one of \(LinkColumns.fields.joined(separator: ", "))")
            }
        }
        self.columns = columns
        under = try arguments.text(Self.under).map { try LinkPrefix(Self.under.spelling, $0) }
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        var file = try LinkFile(path, form: form, columns: columns, namesLinks: under == nil)
        let slugs = SlugGenerator(linksAtMost: try store.tenant(named: order.tenant).tenant.limits.links)
        var random = SystemRandomNumberGenerator()
        let progress = ProgressLine()
        defer { progress.end() }
        var failure: (any Error)?
        let outcome: LinkImportOutcome
        do throws(StoreError) {
            outcome = try store.importLinks(order, as: Self.operation, redraw: { slugs.next(using: &random) }) {
                (tenant, take) throws(StoreError) in
                do {
                    return try read(
                        &file, LineReader(tenant, under: under, slugs, isForeign: isForeign), progress, take)
                } catch let error as StoreError {
                    throw error
                } catch {
                    failure = error
                    throw .internal("the file cannot be read")
                }
            }
        } catch {
            throw failure ?? error
        }
        progress.end()
        if !file.passedOver.isEmpty {
            console.note("passed over: \(file.passedOver.map(\.quotedForMessage).joined(separator: ", "))")
        }
        switch outcome {
        case .taken(let lines, let added, let changed):
            let counts = "\(lines) links: \(added) new, \(changed) changed, \(lines - added - changed) as they were"
            console.note(order.isDryRun ? counts + "; nothing was written" : counts)
            return .done
        case .refused(let problems):
            let lines = problems.map { "line \($0.line): \($0.problem)" }
            let end =
                problems.count < LineProblem.most ? "nothing was imported" : "there may be more; nothing was imported"
            throw CommandFailure(.refused, (lines + [end]).joined(separator: "\n"))
        }
    }

    /// Reads the file; the lines that cannot be taken, up to the most that are told.
    private func read(
        _ file: inout LinkFile, _ lines: consuming LineReader, _ progress: ProgressLine,
        _ take: (ImportedLine) throws(StoreError) -> Void
    ) throws -> [LineProblem] {
        var problems: [LineProblem] = []
        var count = 0
        while problems.count < LineProblem.most {
            do {
                guard let entry = try file.next() else { break }
                count += 1
                if count.isMultiple(of: 10_000) { progress.show("\(count) links", file.progress) }
                switch lines.line(entry) {
                case .success(let line): try take(line)
                case .failure(let failure):
                    problems.append(LineProblem(line: entry.line, problem: failure.message))
                }
            } catch let error as BadLine {
                problems.append(LineProblem(line: error.line, problem: error.rule))
                if error.isLast { break }
            }
        }
        progress.show("\(count) links read, storing them")
        return problems
    }
}
