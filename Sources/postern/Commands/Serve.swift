import CommandLine
import FleetStore
import Gateway
import HTTPServer
import Platform
import Telemetry

/// `postern serve`: answers links until it is told to stop.
struct Serve: Command {
    private static let certificates = Option(
        "certificates", "DIR", "the certificates for --tls-listen; looked at again every second")
    private static let ticketSecrets = Option(
        "ticket-secrets", "FILE",
        "a file that all gateways have alike, so that each takes the others' session tickets; one secret a line")
    private static let healthListen = Option(
        "health-listen", "ADDR:PORT", "where /livez and /readyz are answered; 0.0.0.0:8081 by default", isRepeated: true
    )
    private static let adminListen = Option(
        "admin-listen", "ADDR:PORT", "where /metrics, /resolve and /ask are answered; 127.0.0.1:9180 by default",
        isRepeated: true)
    private static let fleet = Option.fleet.saying(
        "serve this fleet file, without a database; read again when it changes")
    private static let workers = Option(
        "workers", "N", "event loops, 1 to 255; one per processor that may be used by default")
    private static let connections = Option(
        "connections", "N", "connections of tenants' listeners at a time, 4 to 1000000; 20000 by default")
    private static let peerConnections = Option(
        "peer-connections", "N", "how many of them may be from one address, 1 to 1000000; any number by default")
    private static let linkCache = Option(
        "link-cache", "SIZE", "memory for links that were looked up, of all event loops; 64MiB by default")
    private static let unknownLinks = Option(
        "unknown-links", "N", "look-ups of unknown links in a second for each tenant, 1 to 1000000; 1000 by default")
    private static let drainDelay = Option(
        "drain-delay", "TIME", "after SIGTERM, how long new connections are still accepted; 10s by default")
    private static let drainLimit = Option(
        "drain-limit", "TIME", "after the delay, how long requests may take to end; 30s by default")
    private static let maxStaleness = Option(
        "max-staleness", "TIME", "how old the last read of the fleet may be for /readyz to be 200; any age by default")
    private static let stateDirectory = Option(
        "state-dir", "DIR", "keeps the fleet in this directory, to serve it when the database is away at a start")
    private static let readyFile = Option("ready-file", "PATH", "receives the listeners as JSON once all accept")
    private static let takeover = Option(
        "takeover", "PATH", "get the sockets of the gateway that waits at this path, then wait there for the next one")
    private static let nodeName = Option(
        "node-name", "NAME", "this gateway's name among others; the machine's name and the first port by default")
    private static let advertise = Option(
        "advertise", "URL",
        "where 'postern probe' may ask this gateway: http://10.0.0.7:8080, https://…, …?proxy=v1; port 0 is the first"
            + " listener's")
    private static let logLevel = Option("log-level", "LEVEL", "debug, info (by default), warning or error")
    private static let redirectToHTTPS = Flag(
        "redirect-to-https", "have --listen send browsers to HTTPS; association files and ACME challenges stay")
    private static let noHTTP2 = Flag("no-http2", "speak HTTP/1.1 alone on --tls-listen")
    private static let accessLog = Flag("access-log", "log a line for every request")
    private static let accessLogSample = Option(
        "access-log-sample", "N", "log one request in N, 1 to 1000000, and all that fail; with --access-log")
    private static let accessLogQuery = Flag(
        "access-log-query", "log targets with their queries; with --access-log")

    static let spec = CommandSpec(
        "serve", "Answers links until it is told to stop.",
        discussion: [
            "Port 0 asks for a free port. A line per listener is printed once it accepts. SIGTERM drains: unready first,"
                + " serving on for the delay, then to the end of what is under way; the exit code is 0."
        ],
        options: ListenArguments.options + [
            certificates, CertificateKey.option, ticketSecrets, healthListen, adminListen, fleet, .database,
            .databaseDirect, workers, connections, peerConnections, linkCache, unknownLinks, drainDelay, drainLimit,
            maxStaleness, stateDirectory,
            readyFile, takeover, nodeName, advertise, logLevel, accessLogSample,
        ],
        flags: [redirectToHTTPS, noHTTP2, accessLog, accessLogQuery],
        examples: [
            .init("from the database", "postern serve --database postgresql://db.internal/fleet"),
            .init(
                "ending TLS itself",
                "postern serve --tls-listen 0.0.0.0:8443 --certificates /etc/postern/certificates --redirect-to-https"),
            .init("from a file, on free ports", "postern serve --fleet fleet.json5 --listen 127.0.0.1:0"),
            .init(
                "behind HAProxy with send-proxy-v2",
                "postern serve --listen 10.0.0.7:8080,proxy --proxy-peer 10.0.0.0/28"),
        ])

    private let configuration: GatewayConfiguration
    private let log: Log

    init(_ arguments: ParsedArguments) throws {
        let listen = try ListenArguments(arguments)
        var configuration = GatewayConfiguration(
            source: try Self.source(arguments),
            listen: listen.addresses,
            healthListen: try arguments.addresses(Self.healthListen, or: "0.0.0.0:8081"),
            adminListen: try arguments.addresses(Self.adminListen, or: "127.0.0.1:9180"))
        configuration.clientRules = listen.rules
        configuration.tls = try Self.tls(arguments, listen)
        configuration.redirectsToHTTPS = arguments.has(Self.redirectToHTTPS)
        configuration.workers = try arguments.number(Self.workers, in: 1...255)
        if let number = try arguments.number(Self.connections, in: 4...1_000_000) {
            configuration.limits.connections = number
        }
        configuration.limits.connectionsPerPeer = try arguments.number(Self.peerConnections, in: 1...1_000_000)
        if let size = try arguments.size(Self.linkCache) { configuration.links.cache = size }
        if let number = try arguments.number(Self.unknownLinks, in: 1...1_000_000) {
            configuration.links.unknownLookups = number
        }
        if let delay = try arguments.duration(Self.drainDelay) { configuration.drainDelay = delay }
        if let limit = try arguments.duration(Self.drainLimit) { configuration.drainLimit = limit }
        configuration.maxStaleness = try arguments.duration(Self.maxStaleness)
        configuration.stateDirectory = arguments.text(Self.stateDirectory)
        configuration.readyFile = arguments.text(Self.readyFile)
        configuration.takeover = arguments.text(Self.takeover)
        configuration.nodeName = arguments.text(Self.nodeName)
        configuration.advertisedURL = try arguments.checked(Self.advertise)
        configuration.version = Program.postern.version
        configuration.accessLog = try Self.accessLogRules(arguments)
        self.configuration = configuration
        log = .standardError(
            level: try arguments.choice(Self.logLevel, LogLevel.allCases, \.text) ?? .info)
    }

    private static func tls(
        _ arguments: ParsedArguments, _ listen: ListenArguments
    ) throws -> GatewayConfiguration.TLS? {
        guard !listen.tlsAddresses.isEmpty else {
            for option in [certificates, CertificateKey.option, ticketSecrets] where arguments.has(option) {
                throw arguments.combination("\(option.spelling) goes with --tls-listen")
            }
            return nil
        }
        guard arguments.has(certificates) || arguments.has(CertificateKey.option) else {
            throw arguments.combination("--tls-listen needs --certificates DIR, --certificate-key FILE or both")
        }
        guard !arguments.has(fleet) || !arguments.has(CertificateKey.option) else {
            throw arguments.combination(
                "--certificate-key is for certificates of the database: leave it out with --fleet")
        }
        var tls = GatewayConfiguration.TLS(
            listen: listen.tlsAddresses, clientRules: listen.tlsRules, certificates: arguments.text(certificates),
            certificateKey: arguments.text(CertificateKey.option), ticketSecrets: arguments.text(ticketSecrets))
        tls.offersHTTP2 = !arguments.has(noHTTP2)
        return tls
    }

    private static func accessLogRules(_ arguments: ParsedArguments) throws -> AccessLogRules? {
        guard arguments.has(accessLog) else {
            if arguments.has(accessLogSample) {
                throw arguments.combination("\(accessLogSample.spelling) goes with --access-log")
            }
            if arguments.has(accessLogQuery) {
                throw arguments.combination("--access-log-query goes with --access-log")
            }
            return nil
        }
        var rules = AccessLogRules()
        rules.sample = try arguments.number(accessLogSample, in: 1...1_000_000) ?? 1
        rules.showsQuery = arguments.has(accessLogQuery)
        return rules
    }

    private static func source(_ arguments: ParsedArguments) throws -> GatewayConfiguration.Source {
        if let path = arguments.text(fleet) {
            guard !arguments.has(.database), !arguments.has(.databaseDirect) else {
                throw arguments.combination("give either --fleet FILE or a database")
            }
            guard !arguments.has(stateDirectory) else {
                throw arguments.combination("--state-dir keeps what the database says: leave it out with --fleet")
            }
            return .file(path)
        }
        let database = try DatabaseAddress(arguments)
        return .database(database.url, direct: database.directURL)
    }

    func run(_ console: Console) throws -> ExitCode {
        let service = try GatewayService(configuration, log: log)
        try service.run { listener in
            // Nobody may be reading any more; a gateway does not stop for that.
            try? console.write(listener.line + "\n")
        }
        return .done
    }
}
