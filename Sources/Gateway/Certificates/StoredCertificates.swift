import Cryptography
import FleetStore
import Platform
import Telemetry

/// The certificates of the database: presented as the change feed tells them, on its thread, and kept on disk for a start
/// without the database, on the thread that ticks.
final class StoredCertificates: Sendable {
    private struct Opened {
        var sealed: SealedCertificate
        var certificate: ServerCertificate
    }

    private struct State {
        var opened: [SHA256Digest: Opened] = [:]
        var refused: Set<SHA256Digest> = []
        /// Whether the database has delivered; until then what was kept is presented.
        var hasDelivered = false
        /// Whether what is opened differs from what is on disk.
        var isDirty = false
        var nextWrite = MonotonicTime(nanoseconds: 0)
    }

    /// The time to the next attempt to write after one that failed.
    private static let retry = Duration.seconds(30)

    private let key: SealingKey
    /// Where they are presented.
    let presented: PresentedCertificates
    private let directory: StateDirectory?
    private let log: Log
    private let state = LockedValue(State())

    /// Waits for the feed.
    ///
    /// - Parameters:
    ///   - key: What private keys are sealed with.
    ///   - presented: Where they are presented.
    ///   - directory: Where they are kept; `nil` when they are not.
    ///   - log: Where it is told.
    init(key: SealingKey, presented: PresentedCertificates, directory: StateDirectory? = nil, log: Log) {
        self.key = key
        self.presented = presented
        self.directory = directory
        self.log = log
    }

    /// Presents what was kept, until the database delivers.
    func start() {
        guard let directory else { return }
        do throws(GatewayError) {
            let kept = try directory.readCertificates()
            guard !kept.isEmpty else { return }
            state.withLock { state in
                open(kept, &state)
                present(state)
            }
            log.info(
                "certificates presented as they were kept on disk", [.count: .count(presented.status.certificates)])
        } catch {
            log.warning("the certificates on disk cannot be used; waiting for the database", [.error: .error(error)])
        }
    }

    /// Presents what is new and no more what is gone; one that cannot be opened is reported.
    func take(_ change: CertificateChange) {
        state.withLock { state in
            let isFirst = !state.hasDelivered
            guard isFirst || !change.written.isEmpty || !change.removed.isEmpty else { return }
            state.hasDelivered = true
            state.isDirty = true
            var removed = change.removed
            if isFirst {
                // The first change is all that there is.
                let current = Set(change.written.map(\.fingerprint))
                removed += state.opened.keys.filter { !current.contains($0) }
            }
            for fingerprint in removed {
                state.opened[fingerprint] = nil
                state.refused.remove(fingerprint)
            }
            open(change.written.map(\.sealed), &state)
            present(state)
            log.info("certificates of the database loaded", [.count: .count(state.opened.count)])
        }
    }

    /// Keeps what has changed, when it is time: at most once a second, and a tenth of the time.
    func tick() {
        keep { $0.nextWrite <= .now() }
    }

    /// Keeps what has changed and is not kept yet.
    func finish() {
        keep { _ in true }
    }

    private func keep(_ isDue: (State) -> Bool) {
        guard let directory else { return }
        let certificates: [SealedCertificate]? = state.withLock { state in
            guard state.isDirty, isDue(state) else { return nil }
            state.isDirty = false
            return state.opened.values.map(\.sealed)
        }
        guard let certificates else { return }
        let began = MonotonicTime.now()
        do throws(GatewayError) {
            try directory.write(certificates)
            state.withLock { $0.nextWrite = .now() + max(.seconds(1), (MonotonicTime.now() - began) * 9) }
        } catch {
            log.warning("certificates could not be kept on disk", [.error: .error(error)])
            state.withLock { state in
                state.isDirty = true
                state.nextWrite = .now() + Self.retry
            }
        }
    }

    private func present(_ state: State) {
        do throws(CryptographyError) {
            try presented.replace(
                .database,
                with: .init(certificates: state.opened.values.map(\.certificate), refused: state.refused.count))
        } catch {
            log.error("certificates cannot be presented, the last ones stay", [.error: .error(error)])
        }
    }

    private func open(_ certificates: [SealedCertificate], _ state: inout State) {
        let unknown = certificates.filter { state.opened[$0.fingerprint]?.sealed != $0 }
        let outcomes = ParallelWork.map(unknown) { [key] sealed in
            Result { () throws(ServerCertificateError) in try sealed.open(with: key) }
        }
        for (sealed, outcome) in zip(unknown, outcomes) {
            switch outcome {
            case .success(let certificate):
                state.opened[sealed.fingerprint] = Opened(sealed: sealed, certificate: certificate)
                state.refused.remove(sealed.fingerprint)
            case .failure(let error):
                // One that was opened before is the same certificate with the same key.
                state.refused.insert(sealed.fingerprint)
                log.warning(
                    "certificate of the database refused",
                    [.name: .string(sealed.names.first ?? ""), .reason: .string(error.description)])
            }
        }
    }
}
