package import Cryptography
import Platform
package import Resolver

/// Fetches by HTTP on one thread of its own; safe from any thread.
///
/// A transfer connects only to addresses that its policy allows, judged after one look-up and again where the socket is
/// opened; it follows no redirect and ends within its time and size (invariant 9).
package final class TransferEngine: Sendable {
    private let mailbox: TransferMailbox
    private let watchdog: TransferWatchdog
    private let threads = ThreadGroup()

    /// What an engine is told.
    package struct Configuration: Sendable {
        /// The file of trusted certificates in PEM (`--ca`); `nil` for that of the system.
        package var bundle: String?
        /// The limits of each service; ``ServiceLimits/standard(_:)`` where none is given.
        package var limits: [TransferService: ServiceLimits]
        /// Transfers at once in all.
        ///
        /// Default 192.
        package var concurrency: Int
        /// How long a transfer waits for its turn.
        ///
        /// Default 60 s.
        package var queueLimit: Duration

        /// Makes a configuration.
        package init(
            bundle: String? = nil, limits: [TransferService: ServiceLimits] = [:], concurrency: Int = 192,
            queueLimit: Duration = .seconds(60)
        ) {
            self.bundle = bundle
            self.limits = limits
            self.concurrency = max(concurrency, 1)
            self.queueLimit = queueLimit
        }

        /// Makes the configuration for checks of so many domains at once: six transfers for each, four of them to its host.
        ///
        /// - Parameters:
        ///   - bundle: The file of trusted certificates in PEM; `nil` for that of the system.
        ///   - domains: 1 or more.
        package init(bundle: String? = nil, domains: Int) {
            self.init(
                bundle: bundle, limits: [.origin: ServiceLimits(concurrency: 4 * domains)], concurrency: 6 * domains)
        }
    }

    /// The authorities that servers are trusted by.
    package let trust: TrustStore

    private let queueLimit: Duration

    /// Checks the library and the trust store, and starts the thread.
    ///
    /// - Parameters:
    ///   - configuration: Limits and the trust store.
    ///   - resolver: Looks up all names.
    /// - Throws: ``TransferEngineError`` when no transfer could succeed.
    package init(_ configuration: Configuration, resolver: NameResolver) throws(TransferEngineError) {
        queueLimit = configuration.queueLimit
        try CurlLibrary.check()
        let bundle = configuration.bundle ?? CurlLibrary.defaultBundle
        do throws(CertificateError) {
            trust = try TrustStore(bundle: bundle)
        } catch {
            throw .trustStore(path: bundle, reason: error.description)
        }
        let multi = try MultiHandle()
        let mailbox = TransferMailbox(multi)
        self.mailbox = mailbox
        do throws(SystemError) {
            let watchdog = try TransferWatchdog(mailbox)
            self.watchdog = watchdog
            try threads.start(name: "transfers") {
                TransferLoop(configuration, bundle: bundle, multi: multi, mailbox: mailbox, resolver: resolver).run()
            }
            try threads.start(name: "transfer-watch") { watchdog.run() }
        } catch {
            mailbox.stop()
            threads.join()
            throw .system(error)
        }
    }

    deinit {
        stop()
    }

    /// Ends the threads; transfers under way and later ones fail as ``TransferFailure/cancelled``.
    ///
    /// Not to be called from a completion.
    package func stop() {
        mailbox.stop()
        watchdog.end()
        threads.join()
    }

    /// Makes a transfer.
    ///
    /// - Parameters:
    ///   - request: What to fetch.
    ///   - completion: Is called once, on a thread of the engine, or on the calling one when the engine has stopped; it
    ///     must be short and must not block.
    package func fetch(_ request: TransferRequest, completion: @escaping @Sendable (TransferRecord) -> Void) {
        let latest = MonotonicTime.now() + queueLimit + request.timeout + TransferWatchdog.grace
        mailbox.begin(request, latest: latest, completion: completion)
    }

    /// Makes a transfer and waits for it.
    package func fetch(_ request: TransferRequest) -> TransferRecord {
        let handover = Handover<TransferRecord>()
        fetch(request) { handover.give($0) }
        return handover.take()
    }

    /// How many transfers the watchdog has given up, because the engine's thread did not.
    package var abandoned: Int { watchdog.count }
}
