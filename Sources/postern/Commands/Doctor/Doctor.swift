import CommandLine
import DeepLinks
import Platform
import Prober

/// `postern doctor`: every check of a host once, for any host in the world.
struct Doctor: Command {
    private static let host = Positional("HOST", "the host name, or a wildcard, whose files are read at its parent")
    private static let package = Option(
        "package", "NAME", "an Android app that the host's links open", isRepeated: true)
    static let spec = CommandSpec(
        "doctor", "Checks a host as Apple and Google see it, once, and says what to do.",
        discussion: [
            "It fetches the association files from the host itself, at every address of its name, as Apple's fetcher and"
                + " as a plain client; it asks Apple's network and Google's API what they hold; it looks at TLS and reads"
                + " the files. Any host in the world will do; the database is not asked.",
            "What could not be asked is said, and is no good news: then it exits 69, unless something is known to be wrong.",
            "No redirect is followed, and nothing but public addresses is connected to, unless they are allowed.",
        ],
        positionals: [host],
        options: CheckArguments.options + [package], flags: [.json],
        answers: [
            (1, "stale: the host serves well, and Apple or Google hold something older"),
            (2, "invalid or failing: what is served, or held, is wrong or refused"),
            (3, "unreachable: the host could not be asked"),
        ],
        examples: [
            .init("any host", "postern doctor go.acme.example"),
            .init("an Android app too", "postern doctor go.acme.example --package com.acme.shop --json"),
        ])

    private let target: ProbeTarget
    private let checks: CheckArguments
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        let domain: DomainName = try arguments.required(Self.host)
        let packages: [PackageName] = try arguments.all(Self.package)
        var target = ProbeTarget(domain, androidApps: packages.map { ProbeTarget.AndroidApp($0) })
        // It tells a host that has lost its file from one that never had any.
        target.asksGoogle = true
        self.target = target
        checks = try CheckArguments(arguments)
        isJSON = arguments.has(.json)
    }

    func run(_ console: Console) throws -> ExitCode {
        let report = try report(console)
        if isJSON {
            try console.writeJSON { DoctorRecord.write(report, to: &$0) }
        } else {
            try console.write(DoctorText(report).text)
        }
        return switch report.standing {
        case .good: .done
        case .stale: .answer(1)
        case .failing: .answer(2)
        case .unreachable: .answer(3)
        case .unknown: .unavailable
        }
    }

    private func report(_ console: Console) throws -> DomainReport {
        let isWatched = StandardStream.error.isTerminal
        return try checks.start().checks.check(target) { seen in
            if isWatched { console.note("\(seen.vantage.rawValue): \(seen.thing.text): \(seen.outcome.label)") }
        }
    }
}
