import CommandLine
import Platform
import Prober
import Resolver

/// How hosts are checked, wherever a command checks them.
struct CheckArguments {
    private static let appleCDN = Option(
        "apple-cdn", "URL", "where Apple's copy is asked for, instead of Apple's own network")
    private static let googleDAL = Option(
        "google-dal", "URL", "where Google's API is asked, instead of Google's own")
    private static let bundle = Option("ca", "FILE", "the trusted certificates in PEM; the system's by default")
    private static let nameServer = Option(
        "dns-server", "ADDR:PORT", "the name server to ask; the system's by default", isRepeated: true)
    private static let allowed = Option(
        "allow-address", "CIDR", "addresses that may be connected to although they are not public", isRepeated: true)
    private static let port = Option("origin-port", "PORT", "the port of the host's HTTPS; 443 by default")
    private static let timeout = Option("timeout", "TIME", "the time for each transfer; 20s by default")

    /// The options that are read here.
    static let options = [appleCDN, googleDAL] + ownershipOptions + [timeout]

    /// Those of a command that asks neither Apple nor Google.
    static let ownershipOptions = [bundle, nameServer, allowed, port]

    /// The time for each transfer.
    var timeout: Duration { checks.timeout }

    private let checks: DomainChecks.Configuration
    private let bundle: String?
    private let servers: [SocketAddress]

    /// Reads them.
    ///
    /// - Parameters:
    ///   - arguments: The arguments.
    ///   - asksOthers: Whether the command has all options, or those for proofs alone.
    /// - Throws: ``CommandFailure`` and ``UsageError`` for a value that breaks its rule.
    init(_ arguments: ParsedArguments, asksOthers: Bool = true) throws {
        servers = try arguments.texts(Self.nameServer).map { text in
            guard let address = SocketAddress(text) else {
                throw CommandFailure.refused(Self.nameServer.spelling, text, "an address and a port: 192.0.2.53:53")
            }
            return address
        }
        var checks = DomainChecks.Configuration(policy: AddressPolicy(allowing: try arguments.blocks(Self.allowed)))
        if asksOthers {
            if let timeout = try arguments.duration(Self.timeout) { checks.timeout = max(timeout, .milliseconds(100)) }
            if let url = try arguments.service(Self.appleCDN) { checks.appleCDN = url }
            if let url = try arguments.service(Self.googleDAL) { checks.googleDAL = url }
        }
        if let port = try arguments.number(Self.port, in: 1...65_535) { checks.originPort = UInt16(port) }
        self.checks = checks
        bundle = arguments.text(Self.bundle)
    }

    /// What makes the checks, with its threads.
    struct Machinery {
        let engine: TransferEngine
        let checks: DomainChecks
        let ownership: OwnershipCheck
    }

    /// Tests the libraries and the trust store, and starts the threads.
    ///
    /// - Parameter domains: How many domains are checked at once.
    /// - Returns: What runs until it is let go.
    /// - Throws: ``CommandFailure`` with 78 when no check could succeed.
    func start(domains: Int = 1) throws -> Machinery {
        let resolver = try NameResolver(ResolverConfiguration(servers: servers))
        do throws(TransferEngineError) {
            // A check of one domain may ask each of its addresses.
            let engine = try TransferEngine(
                TransferEngine.Configuration(bundle: bundle, domains: max(domains, 4)), resolver: resolver)
            return Machinery(
                engine: engine, checks: try DomainChecks(checks, engine: engine, resolver: resolver),
                ownership: OwnershipCheck(checks, engine: engine, resolver: resolver))
        } catch {
            throw CommandFailure(.configuration, error.description)
        }
    }
}

extension ParsedArguments {
    /// The URL of a service whose word is taken, so that TLS protects it unless it is on this machine.
    fileprivate func service(_ option: Option) throws -> TransferURL? {
        guard let text = text(option) else { return nil }
        if let url = TransferURL(text), url.isSecure || url.isLoopback { return url }
        // What stands before the host may be a password.
        let shown = text.lastIndex(of: "@").map { "***\(text[$0...])" } ?? text
        throw UsageError(
            .invalidValue(
                of: option.spelling, value: shown,
                rule: "an https URL without user and fragment, or http to a loopback address"),
            command: spec.name)
    }

    /// The blocks of addresses of an option that may be given more than once.
    func blocks(_ option: Option) throws -> [AddressBlock] {
        try texts(option).map { text in
            guard let block = AddressBlock(text) else {
                throw CommandFailure.refused(
                    option.spelling, text, "a block is an address and a length: 10.0.0.0/8")
            }
            return block
        }
    }

    /// The addresses to listen on of an option that may be given more than once.
    func addresses(_ option: Option, or standard: String) throws -> [SocketAddress] {
        let texts = texts(option)
        return try (texts.isEmpty ? [standard] : texts).map { text in
            guard let address = SocketAddress(text) else {
                throw UsageError(
                    .invalidValue(
                        of: option.spelling, value: text,
                        rule: "an IP address and a port such as 0.0.0.0:8080 or [::1]:8080"),
                    command: spec.name)
            }
            return address
        }
    }
}

extension TransferURL {
    /// Whether it leads to an address of this machine alone (RFC 1122 section 3.2.1.3, RFC 4291 section 2.5.3).
    fileprivate var isLoopback: Bool {
        guard let literal else { return false }
        return literal.isIPv4 ? host.hasPrefix("127.") : literal == IPAddress("::1")
    }
}
