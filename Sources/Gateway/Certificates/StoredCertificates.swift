import Cryptography
import FleetStore
import Platform
import Telemetry

/// The certificates of the database: opened and presented as the change feed tells them, on its thread.
final class StoredCertificates: Sendable {
    private struct State {
        var opened: [SHA256Digest: ServerCertificate] = [:]
        var refused: Set<SHA256Digest> = []
    }

    private let key: SealingKey
    private let presented: PresentedCertificates
    private let log: Log
    private let state = LockedValue(State())

    /// Waits for the feed.
    ///
    /// - Parameters:
    ///   - key: What private keys are sealed with.
    ///   - presented: Where they are presented.
    ///   - log: Where it is told.
    init(key: SealingKey, presented: PresentedCertificates, log: Log) {
        self.key = key
        self.presented = presented
        self.log = log
    }

    /// Presents what is new and no more what is gone; one that cannot be opened is reported.
    func take(_ change: CertificateChange) {
        guard !change.written.isEmpty || !change.removed.isEmpty else { return }
        state.withLock { state in
            for fingerprint in change.removed {
                state.opened[fingerprint] = nil
                state.refused.remove(fingerprint)
            }
            for certificate in change.written { open(certificate, &state) }
            do throws(CryptographyError) {
                try presented.replace(
                    .database, with: .init(certificates: Array(state.opened.values), refused: state.refused.count))
                log.info("certificates of the database loaded", [.count: .count(state.opened.count)])
            } catch {
                log.error("certificates cannot be presented, the last ones stay", [.error: .error(error)])
            }
        }
    }

    private func open(_ certificate: StoredCertificate, _ state: inout State) {
        let fingerprint = certificate.fingerprint
        do throws(ServerCertificateError) {
            state.opened[fingerprint] = try certificate.open(with: key)
            state.refused.remove(fingerprint)
        } catch {
            // One that was opened before is the same certificate with the same key.
            state.refused.insert(fingerprint)
            log.warning(
                "certificate of the database refused",
                [.name: .string(certificate.names.first ?? ""), .reason: .string(error.description)])
        }
    }
}
