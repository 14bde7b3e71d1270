import CommandLine
import DeepLinks
import Prober

/// `postern drift`: what is not in sync, since when, why, what it breaks and when it heals.
struct DriftList: Command {
    private static let host = Positional("HOST", "only this domain, in full", .optional)
    /// How late a probe may be before it is said that nobody probes.
    private static let patience = Duration.seconds(600)
    private static let isAll = Flag("all", "also what is in sync")

    static let spec = CommandSpec(
        "drift", "Says where what phones get is not what was published: since when, why, what it breaks.",
        discussion: [
            "It tells what 'postern probe' saw last: at the domain itself (origin), at each gateway (node), at Apple's"
                + " network (apple-cdn), which devices ask, and at Google's (google-dal). Apple asks again within a day;"
                + " devices that have the app ask Apple about once a week.",
            "What could not be asked keeps its last known state, neither better nor worse: the messages say for how many"
                + " domains and since when, and with HOST each such file is told too.",
            "What is wrong with how a domain is served, beside how its files stand, is told too, as a warning or an error: a"
                + " certificate that ends within 21 days or is not the database's, an address that does not answer.",
            "With HOST each file is told in full, with URLs that open otherwise than they should. 'postern drift history'"
                + " draws a domain's timeline, 'postern drift silence' keeps its alerts silent for a time.",
        ],
        positionals: [host], options: [Option.tenant.saying("only this tenant's domains"), .database],
        flags: [isAll, .json],
        answers: [(1, "something is not in sync, or wrong with how a domain is served")],
        examples: [
            .init("everything that is not in sync", "postern drift"),
            .init("one domain in full", "postern drift go.acme.example --all"),
        ])

    private let host: DomainName?
    private let tenant: TenantName?
    private let isAll: Bool
    private let isJSON: Bool
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        host = try arguments.text(Self.host).map { try parse(Self.host.name, $0) as DomainName }
        tenant = try arguments.checked(.tenant)
        isAll = arguments.has(Self.isAll)
        isJSON = arguments.has(.json)
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openProbeStore()
        try requireAnyone(in: store)
        for fault in try store.proberFaults() {
            console.note("the prober \(fault.prober) is broken since \(fault.since): \(fault.part.fault)")
            console.note(fault.part.advice)
        }
        for gateway in try store.silentGateways() {
            let since = gateway.silentSince.map { " since \($0)" } ?? ""
            console.note("no prober reaches the gateway \(gateway.node)\(since): \(gateway.reason)")
        }
        let overdue = try store.overdue(by: Self.patience)
        if overdue > 0 {
            let count = overdue == 1 ? "a domain waits" : "\(overdue) domains wait"
            console.note("\(count) for a probe for more than ten minutes: no prober runs, or too few")
        }
        if host == nil {
            for gap in try store.gaps() { console.note("\(gap.text); what is known of them is from before") }
        }
        let drifts = try store.drifts(
            host: host?.text, tenant: tenant?.text, withInSync: isAll || isJSON && host != nil)
        let findings = try store.findings(host: host?.text, tenant: tenant?.text)
        if isJSON {
            try console.writeJSON { writer in
                writer.list("drifts", drifts.map { Record($0) })
                writer.list("findings", findings.map { Record($0) })
            }
        } else if host != nil {
            try console.write((drifts.map(\.story) + findings.map(\.story)).joined(separator: "\n"))
            if drifts.isEmpty, findings.isEmpty { console.note("nothing is out of sync, or nothing was probed yet") }
        } else {
            try console.list(
                "drifts", drifts.map { Record(row: $0) } + findings.map { Record(row: $0) },
                columns: ["host", "vantage", "kind", "verdict", "since", "reason", "heals", "breaks"], json: false)
        }
        guard findings.isEmpty, !drifts.contains(where: { $0.state.driftSince != nil }) else { return .answer(1) }
        // Nothing that was seen is no good news where nobody looks.
        return overdue > 0 ? .unavailable : .done
    }

    /// Nothing that drifts would be no answer of a name that nobody has.
    private func requireAnyone(in store: ProbeStore) throws {
        if try host == nil && tenant == nil || store.knows(host: host?.text, tenant: tenant?.text) { return }
        let owner = tenant.map { "tenant \($0) has" } ?? "no tenant has"
        let wildcard = host.flatMap { host in host.text.firstIndex(of: ".").map { "*\(host.text[$0...])" } }
        if let host, let wildcard, try store.knows(host: wildcard, tenant: tenant?.text) {
            throw CommandFailure(
                .noInput, "\(host) is one of \(wildcard), whose files are read at its parent: ask for that")
        }
        throw CommandFailure(
            .noInput,
            host.map { tenant == nil ? "\(owner) \($0) live" : "\(owner) no \($0) live" }
                ?? "there is no tenant \(tenant?.text ?? "")")
    }
}
