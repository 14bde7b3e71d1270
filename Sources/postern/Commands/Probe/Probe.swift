import CommandLine
import Platform
import Postgres
import Prober
import Telemetry

/// `postern probe`: sees every live domain as Apple and Google see it, as it falls due or once.
struct Probe: Command {
    private static let isOnce = Flag("once", "probe every live domain now, and end")
    private static let interval = Option(
        "interval", "TIME", "the time between two probes of a healthy domain; 15m by default")
    private static let concurrency = Option("concurrency", "N", "domains checked at once, 1 to 1000; 32 by default")
    private static let staleGrace = Option(
        "stale-grace", "TIME", "how long an old copy at Apple or Google is no alert; 26h by default")
    private static let healthListen = Option(
        "health-listen", "ADDR:PORT", "where /livez and /readyz are answered; 0.0.0.0:8082 by default", isRepeated: true
    )
    private static let adminListen = Option(
        "admin-listen", "ADDR:PORT", "where /metrics is answered; 127.0.0.1:9181 by default", isRepeated: true)
    private static let logLevel = Option("log-level", "LEVEL", "debug, info (by default), warning or error")

    static let spec = CommandSpec(
        "probe", "Sees every live domain as Apple and Google see it, and notes what drifts.",
        discussion: [
            "It checks each domain as 'postern doctor' does, compares what is seen with what was published, and writes"
                + " down what changed: 'postern drift' tells it. A domain is due every 15 minutes, at once after a"
                + " publication and then after 1, 5, 15 and 60 minutes until Apple has it, and less often while it fails.",
            "As many of them as you like share one database: a domain belongs to one at a time, and what a dead one had"
                + " is taken over after 2 minutes. SIGTERM ends it, and what it was checking is given back; the exit code"
                + " is 0.",
            "With --node-network it also asks every gateway that 'serve --advertise' lists in these networks, and with"
                + " --node any other, for each domain's files: byte for byte they have to be what the gateway says that"
                + " it has come to. What is wrong is looked at again after 10 s before it is told. Give all probers of a"
                + " database the same.",
            "It also looks for the proofs of pending names, at first every minute and then ever less often, and makes a name"
                + " live once its tenant has proved control of it, as 'postern domain verify' does.",
            "With --once it probes every live domain that no other prober has just now, due or not, and ends; it"
                + " listens nowhere. It exits 69 when all that is known is in sync and something could not be asked; an"
                + " interrupted one exits 75.",
            "A drift that outlives its grace (26 hours for an old copy at Apple or Google, else two probes) is an alert,"
                + " so is what two probes find wrong with how a domain is served, and so is the end of either. With --webhook each is posted, signed, until it is taken, a minute after it arose"
                + " so that five and more of one cause are one message; without it, alerts are lines of the log.",
        ],
        options: [interval, concurrency, staleGrace] + CheckArguments.options + NodeArguments.options
            + WebhookArguments.options + [healthListen, adminListen, logLevel, .database],
        flags: [isOnce],
        answers: [(1, "with --once: something is not in sync, or wrong; see 'postern drift'")],
        examples: [
            .init("beside the gateways", "postern probe --database postgresql://db.internal/fleet"),
            .init("once, at a private mirror", "postern probe --once --apple-cdn https://mirror.acme.example/a/v1"),
        ])

    private let database: DatabaseAddress
    private let checks: CheckArguments
    private let nodes: NodeArguments
    private let options: ProbeService.Options
    private let listeners: (health: [SocketAddress], admin: [SocketAddress])
    private let webhook: Webhook?
    private let log: Log

    init(_ arguments: ParsedArguments) throws {
        database = try DatabaseAddress(arguments)
        checks = try CheckArguments(arguments)
        nodes = try NodeArguments(arguments)
        var options = ProbeService.Options()
        if let interval = try arguments.duration(Self.interval) {
            options.interval.healthy = max(interval, .seconds(1))
        }
        if let concurrency = try arguments.number(Self.concurrency, in: 1...1000) { options.concurrency = concurrency }
        if let grace = try arguments.duration(Self.staleGrace) { options.grace.stale = max(grace, .zero) }
        options.isOnce = arguments.has(Self.isOnce)
        guard !options.isOnce || !arguments.has(Self.healthListen) && !arguments.has(Self.adminListen) else {
            throw arguments.combination("--once listens nowhere: leave --health-listen and --admin-listen out")
        }
        self.options = options
        webhook = try WebhookArguments.webhook(arguments)
        listeners = (
            try arguments.addresses(Self.healthListen, or: "0.0.0.0:8082"),
            try arguments.addresses(Self.adminListen, or: "127.0.0.1:9181")
        )
        let level = try arguments.choice(Self.logLevel, LogLevel.allCases, \.text)
        log = .standardError(level: level ?? (options.isOnce ? .warning : .info))
    }

    func run(_ console: Console) throws -> ExitCode {
        // Before any thread is started.
        let signals = try SignalReceiver()
        let machinery = try checks.start(domains: options.concurrency)
        defer { machinery.engine.stop() }
        // A database that is away, or has another schema, is told at once.
        let store = try database.openProbeStore()
        let service = try ProbeService(
            database: ConnectionString(database.url), checking: machinery.checks,
            nodes: nodes.checks(over: machinery, timeout: checks.timeout), ownership: machinery.ownership,
            options: options, log: log)
        let alerts = try webhook.map { webhook in
            var alerts = AlertDelivery.Options()
            alerts.isOnce = options.isOnce
            // Nobody will be there in a minute.
            if options.isOnce { alerts.patience = .zero }
            return try AlertDelivery(
                database: ConnectionString(database.url), to: webhook, by: machinery.engine, options: alerts, log: log)
        }
        if options.isOnce {
            return try ProbeRound(service: service, alerts: alerts, store: store).run(console, until: signals)
        }
        try ProbeProcess(service: service, alerts: alerts, log: log).run(console, listeners, until: signals)
        return .done
    }
}
