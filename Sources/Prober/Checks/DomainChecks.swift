import Cryptography
import Platform
package import Resolver

/// Runs all checks of one domain: at its own server, at Apple's network, at Google's API; safe from any thread.
package final class DomainChecks: DomainChecking {
    private let setting: CheckSetting

    /// Looks at TLS.
    var handshakes: HandshakeEngine { setting.handshakes }

    /// What checks are told.
    package struct Configuration: Sendable {
        /// The addresses that may be connected to.
        package var policy: AddressPolicy
        /// Where Apple's network is asked: a host's copy is below it.
        package var appleCDN: TransferURL
        /// Where Google's Digital Asset Links API is asked.
        package var googleDAL: TransferURL
        /// The port of origins; other than 443 (the default) for private set-ups and tests.
        package var originPort: UInt16
        /// How long each transfer may take.
        ///
        /// Default 20 s.
        package var timeout: Duration
        /// Where this machine's own network leads; for tests.
        package var routes = AddressRoutes()

        /// Makes a configuration; Apple's and Google's own addresses are the default.
        package init(
            policy: AddressPolicy = AddressPolicy(), appleCDN: TransferURL = .appleCDN,
            googleDAL: TransferURL = .googleDAL, originPort: UInt16 = 443, timeout: Duration = .seconds(20)
        ) {
            self.policy = policy
            self.appleCDN = appleCDN
            self.googleDAL = googleDAL
            self.originPort = originPort
            self.timeout = timeout
        }
    }

    /// Starts what the checks need beside transfers.
    ///
    /// - Parameters:
    ///   - configuration: What may be asked, and where.
    ///   - engine: Makes the transfers.
    ///   - resolver: Looks up the hosts.
    /// - Throws: ``TransferEngineError`` when no descriptor or thread is left.
    package init(
        _ configuration: Configuration = Configuration(), engine: TransferEngine, resolver: NameResolver
    ) throws(TransferEngineError) {
        let handshakes: HandshakeEngine
        do {
            handshakes = try HandshakeEngine(TLSClient(trust: engine.trust))
        } catch let error as SystemError {
            throw .system(error)
        } catch {
            throw .library("\(error)")
        }
        setting = CheckSetting(
            configuration: configuration, engine: engine, resolver: resolver, handshakes: handshakes)
    }

    /// Checks a domain.
    ///
    /// - Parameters:
    ///   - target: What to check.
    ///   - completion: Is called once, on a thread of the service, with the report; it must be short.
    package func check(_ target: ProbeTarget, completion: @escaping @Sendable (DomainReport) -> Void) {
        CheckRun(target, setting, progress: { _ in }, completion: completion).begin()
    }

    /// Checks a domain and waits for the report.
    ///
    /// - Parameters:
    ///   - target: What to check.
    ///   - progress: Is told of each observation as it comes, on threads of the service.
    /// - Returns: What was seen, and what follows.
    package func check(
        _ target: ProbeTarget, progress: @escaping @Sendable (Observation) -> Void = { _ in }
    ) -> DomainReport {
        let handover = Handover<DomainReport>()
        CheckRun(target, setting, progress: progress) { handover.give($0) }.begin()
        return handover.take()
    }
}

extension TransferURL {
    /// Apple's network for association files.
    package static let appleCDN = TransferURL(host: "app-site-association.cdn-apple.com", target: "/a/v1")
    /// Google's Digital Asset Links API.
    package static let googleDAL = TransferURL(host: "digitalassetlinks.googleapis.com", target: "/v1")
}

/// What the checks of all domains share.
struct CheckSetting: Sendable {
    let configuration: DomainChecks.Configuration
    let engine: TransferEngine
    let resolver: NameResolver
    let handshakes: HandshakeEngine
}
