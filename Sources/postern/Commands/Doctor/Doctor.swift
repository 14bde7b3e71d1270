import CommandLine
import DeepLinks
import Platform
import Prober
import Resolver

/// `postern doctor`: every check of a host once, for any host in the world.
struct Doctor: Command {
    private static let host = Positional("HOST", "the host name, or a wildcard, whose files are read at its parent")
    private static let appleCDN = Option(
        "apple-cdn", "URL", "where Apple's copy is asked for, instead of Apple's own network")
    private static let googleDAL = Option(
        "google-dal", "URL", "where Google's API is asked, instead of Google's own")
    private static let bundle = Option("ca", "FILE", "the trusted certificates in PEM; the system's by default")
    private static let nameServer = Option(
        "dns-server", "ADDR:PORT", "the name server to ask; the system's by default", isRepeated: true)
    private static let allowed = Option(
        "allow-address", "CIDR", "addresses that may be connected to although they are not public", isRepeated: true)
    private static let package = Option(
        "package", "NAME", "an Android app that the host's links open", isRepeated: true)
    private static let port = Option("origin-port", "PORT", "the port of the host's HTTPS; 443 by default")
    private static let timeout = Option("timeout", "TIME", "the time for each transfer; 20s by default")

    static let spec = CommandSpec(
        "doctor", "Checks a host as Apple and Google see it, once, and says what to do.",
        discussion: [
            "It fetches the association files from the host itself, at every address of its name, as Apple's fetcher and"
                + " as a plain client; it asks Apple's network and Google's API what they hold; it looks at TLS and reads"
                + " the files. Any host in the world will do; the database is not asked.",
            "No redirect is followed, and nothing but public addresses is connected to, unless they are allowed.",
        ],
        positionals: [host],
        options: [appleCDN, googleDAL, bundle, nameServer, allowed, package, port, timeout], flags: [.json],
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
    private let checks: DomainChecks.Configuration
    private let bundle: String?
    private let servers: [SocketAddress]
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        let domain: DomainName = try arguments.required(Self.host)
        let packages: [PackageName] = try arguments.all(Self.package)
        target = ProbeTarget(domain, androidApps: packages.map { ProbeTarget.AndroidApp($0) })
        let blocks = try arguments.texts(Self.allowed).map { text in
            guard let block = AddressBlock(text) else {
                throw CommandFailure.refused(
                    Self.allowed.spelling, text, "a block is an address and a length: 10.0.0.0/8")
            }
            return block
        }
        servers = try arguments.texts(Self.nameServer).map { text in
            guard let address = SocketAddress(text) else {
                throw CommandFailure.refused(Self.nameServer.spelling, text, "an address and a port: 192.0.2.53:53")
            }
            return address
        }
        var checks = DomainChecks.Configuration(policy: AddressPolicy(allowing: blocks))
        let rule = "an http or https URL without user and fragment"
        if let url = try arguments.value(Self.appleCDN, rule, TransferURL.init) { checks.appleCDN = url }
        if let url = try arguments.value(Self.googleDAL, rule, TransferURL.init) { checks.googleDAL = url }
        if let port = try arguments.number(Self.port, in: 1...65_535) { checks.originPort = UInt16(port) }
        if let timeout = try arguments.duration(Self.timeout) { checks.timeout = max(timeout, .milliseconds(100)) }
        self.checks = checks
        bundle = arguments.text(Self.bundle)
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
        }
    }

    private func report(_ console: Console) throws -> DomainReport {
        let resolver = try NameResolver(ResolverConfiguration(servers: servers))
        do throws(TransferEngineError) {
            let engine = try TransferEngine(TransferEngine.Configuration(bundle: bundle), resolver: resolver)
            let service = try DomainChecks(checks, engine: engine, resolver: resolver)
            let isWatched = StandardStream.error.isTerminal
            return service.check(target) { seen in
                if isWatched { console.note("\(seen.vantage.rawValue): \(seen.thing.text): \(seen.outcome.label)") }
            }
        } catch {
            throw CommandFailure(.configuration, error.description)
        }
    }
}
