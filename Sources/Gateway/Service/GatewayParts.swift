import FleetStore
import HTTPServer
import HTTPWire
import Platform
import Telemetry

/// The parts of a gateway process, put together: listeners bound, nothing started.
struct GatewayParts {
    let health: ServiceHealth
    let fleet: ServedFleet
    let source: any FleetSource
    let publicServer: HTTPServer
    let healthServer: HTTPServer
    let adminServer: HTTPServer
    let records: RecordReader
    let challenges: ServedChallenges
    /// `nil` where somebody else ends TLS.
    let secure: SecureSide?

    init(_ configuration: GatewayConfiguration, given: GivenSockets? = nil, log: Log) throws(GatewayError) {
        var publicConfiguration = ServerConfiguration(name: "http", addresses: configuration.listen)
        publicConfiguration.clientRules = configuration.clientRules
        publicConfiguration.tlsClientRules = configuration.tls?.clientRules ?? []
        publicConfiguration.loops = configuration.workers ?? UsableProcessors().count
        publicConfiguration.limits = configuration.limits
        let budget = DescriptorBudget(
            openFiles: OpenFiles.raiseLimit(), loops: publicConfiguration.loops,
            wanted: configuration.limits.connections)
        publicConfiguration.limits.connections = budget.connections
        if budget.connections < configuration.limits.connections {
            log.warning(
                "the limit of open files allows fewer connections",
                [.connections: .count(budget.connections), .limit: .count(configuration.limits.connections)])
        }
        publicConfiguration.deadlines = configuration.deadlines
        publicConfiguration.recordCapacity = 16_384
        let stateDirectory = try configuration.stateDirectory.map { path throws(GatewayError) in
            try StateDirectory(option: path)
        }
        var made: SecureSide?
        if let tls = configuration.tls { made = try SecureSide(tls, stateDirectory: stateDirectory, log: log) }
        let secure = made
        publicConfiguration.tlsAddresses = configuration.tls?.listen ?? []
        publicConfiguration.tls = secure?.tls
        let fleet = ServedFleet(loops: publicConfiguration.loops)
        let health = ServiceHealth(source: configuration.source.kind, maxStaleness: configuration.maxStaleness)
        let links = ServedLinks(loops: publicConfiguration.loops, limits: configuration.links)
        let challenges = ServedChallenges()
        let source: any FleetSource
        switch configuration.source {
        case .file(let path): source = FleetFileSource(path: path, fleet: fleet, links: links, health: health, log: log)
        case .database(let address, let direct):
            let keeper = try GatewayError.wrapping(.configuration) { () throws(SystemError) in
                try stateDirectory.map { directory throws(SystemError) in
                    try StateKeeper(directory, numbers: fleet.numbers, log: log) { _ in
                        health.update { $0.stateFailures += 1 }
                    }
                }
            }
            source = try FleetStoreSource(
                address, direct: direct, fleet: fleet, links: links, challenges: challenges,
                certificates: secure?.stored, health: health, keeper: keeper, log: log)
        }
        let linkSource = source.links
        let server = try Self.bind(publicConfiguration, given) { context in
            GatewayHandler(
                fleet: fleet, links: links, source: linkSource, challenges: challenges,
                redirectsToHTTPS: configuration.redirectsToHTTPS, context: context)
        }
        fleet.whenPublished { server.wake() }
        links.whenChanged { server.wake() }
        source.register(as: GatewayRegistration(configuration, port: server.boundAddresses.first?.port ?? 0))

        var layout = MetricLayout()
        let metrics = GatewayMetrics(&layout)
        GatewayMetrics.declare(&layout, server: { server.statistics })
        GatewayMetrics.declare(&layout, fleet: fleet, health: health, log: log)
        GatewayMetrics.declare(&layout, links: links)
        GatewayMetrics.declareTLS(
            &layout, server: { server.statistics },
            certificates: { secure?.presented.status ?? CertificateStatus() })
        let registry = MetricRegistry(layout)

        healthServer = try Self.bind(Self.internalServer("health", configuration.healthListen, budget), given) { _ in
            HealthHandler {
                let report = health.report(certificates: secure?.presented.status)
                return ReadinessAnswer(isReady: report.isReady, json: report.json)
            }
        }
        adminServer = try Self.bind(Self.internalServer("admin", configuration.adminListen, budget), given) { context in
            AdminHandler(metrics: registry, fleet: fleet, links: linkSource, context: context)
        }
        records = try GatewayError.wrapping(.internalFault) { () throws(SystemError) in
            try RecordReader(
                server: server, metrics: metrics, cells: registry.makeCells(), numbers: fleet.numbers, log: log,
                accessLog: configuration.accessLog)
        }
        publicServer = server
        self.fleet = fleet
        self.health = health
        self.source = source
        self.challenges = challenges
        self.secure = secure
    }

    static func bind(
        _ configuration: ServerConfiguration, _ given: GivenSockets? = nil,
        _ makeHandler: @escaping @Sendable (HandlerContext) -> any RequestHandler
    ) throws(GatewayError) -> HTTPServer {
        try GatewayError.wrapping(.configuration) { () throws(SystemError) in
            try HTTPServer(configuration, given: given, makeHandler: makeHandler)
        }
    }

    /// Few connections, any Host or none: whoever checks a gateway names it by its address (case 134).
    static func internalServer(
        _ name: String, _ addresses: [SocketAddress], _ budget: DescriptorBudget
    ) -> ServerConfiguration {
        var configuration = ServerConfiguration(name: name, addresses: addresses)
        configuration.loops = 1
        configuration.limits.request.host = .optional
        configuration.limits.connections = budget.internalConnections
        configuration.recordCapacity = 16
        return configuration
    }
}

extension GatewayConfiguration.Source {
    fileprivate var kind: ServiceHealth.Source {
        switch self {
        case .file: .file
        case .database: .database
        }
    }
}

extension GatewayRegistration {
    /// What a gateway says of itself.
    fileprivate init(_ configuration: GatewayConfiguration, port: UInt16) {
        var url = configuration.advertisedURL
        if let address = url?.address, address.port == 0 { url?.address = SocketAddress(address.address, port: port) }
        self.init(
            name: configuration.nodeName ?? "\(Machine.name):\(port)", version: configuration.version, url: url)
    }
}

extension StateDirectory {
    /// Makes the directory of `--state-dir` if it is not there.
    fileprivate init(option path: String) throws(GatewayError) {
        do throws(SystemError) {
            try self.init(path)
        } catch {
            throw GatewayError(.configuration, "--state-dir: \(error)")
        }
    }
}
