import Association
import CommandLine
import DeepLinks
import Platform
import Prober

/// `postern drift history`: the timeline of a domain's files.
struct DriftHistory: Command {
    private static let limit = Option("limit", "N", "how many moments, the newest, 1 to 10000; 200 by default")

    static let spec = CommandSpec(
        "drift history", "Draws the timeline of a domain: what was published, and when it was seen where.",
        discussion: [
            "A line for each moment: ● a publication, ○ a vantage that has the current revision, with the time since its"
                + " publication, × a vantage that has something else, and for how long it was seen so."
        ],
        positionals: [.host], options: [limit, .database], flags: [.json],
        examples: [.init("one domain", "postern drift history go.acme.example")])

    private let host: DomainName
    private let limit: Int
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        host = try arguments.required(.host)
        limit = try arguments.number(Self.limit, in: 1...10_000) ?? 200
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openProbeStore()
        let moments = try store.history(of: host.text, limit: limit)
        if try moments.isEmpty && !store.knows(host: host.text) {
            throw CommandFailure(.noInput, "no tenant has or had \(host) live")
        }
        if isJSON {
            try console.list("moments", moments.map(Record.init), columns: [], json: true)
        } else {
            try console.write(Timeline(moments).text)
            if moments.isEmpty { console.note("nothing was published or seen") }
        }
        return .done
    }
}

/// The moments of a domain, drawn.
struct Timeline {
    /// A line for each moment.
    let text: String

    /// Draws moments, which are in order.
    init(_ moments: [DomainMoment]) {
        var published: [AssociationKind: [Int: UnixTime]] = [:]
        text = moments.map { moment in
            let kind = moment.kind.rawValue
            let sign: String
            let words: String
            switch moment.event {
            case .published(let revision):
                published[moment.kind, default: [:]][revision] = moment.time
                (sign, words) = ("●", "\(kind) revision \(revision) published")
            case .seen(let vantage, let node, let verdict, let reason, let revision):
                let place = node.isEmpty ? vantage.rawValue : "\(vantage.rawValue) \(node)"
                let span = moment.span.map { ", seen for \(($0.until - moment.time).rough)" } ?? ""
                if verdict == .inSync {
                    let lag = revision.flatMap { published[moment.kind]?[$0] }.map { moment.time - $0 }
                    let after = lag.map { $0 >= .zero ? ", \($0.rough) after its publication" : "" } ?? ""
                    let what = revision.map { "\(kind) revision \($0)" } ?? "no \(kind), as published"
                    (sign, words) = ("│ ○", "\(place) has \(what)\(after)\(span)")
                } else {
                    let why = reason.isEmpty ? "" : ": \(reason)"
                    (sign, words) = ("│ ×", "\(place) \(kind) \(verdict.rawValue)\(why)\(span)")
                }
            }
            return "\(moment.time)  \(sign) \(printable(words))\n"
        }.joined()
    }
}

extension Record {
    /// A moment of a domain.
    fileprivate init(_ moment: DomainMoment) {
        add("time", moment.time)
        add("kind", moment.kind.rawValue)
        switch moment.event {
        case .published(let revision):
            add("event", "published")
            add("revision", .number(revision))
        case .seen(let vantage, let node, let verdict, let reason, let revision):
            add("event", "seen")
            add("revision", revision.map { .number($0) } ?? Value.none)
            add("vantage", vantage.rawValue)
            add("node", node.isEmpty ? nil : node)
            add("verdict", verdict.rawValue)
            add("reason", reason)
            add("until", moment.span?.until)
            add("probes", .number(moment.span?.probes ?? 0))
        }
    }
}
