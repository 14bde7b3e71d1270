import Cryptography
import Platform
import Telemetry

/// The certificates of a directory: read at start, looked at every second, and presented from the next handshake on.
///
/// A pair of files that is refused is reported, and what was good before stays. Confined to the thread that ticks.
final class CertificateDirectory: Sendable {
    private struct State {
        var pairs: [CertificateFiles: CertificatePair] = [:]
        var nextLook = MonotonicTime(nanoseconds: 0)
        var isReadable = true
    }

    private let path: String
    private let presented: PresentedCertificates
    private let log: Log
    private let state = LockedValue(State())

    init(path: String, presented: PresentedCertificates, log: Log) {
        self.path = path
        self.presented = presented
        self.log = log
    }

    /// Reads the directory.
    ///
    /// - Throws: ``GatewayError`` when there is no such directory; a certificate that is refused is only reported.
    func start() throws(GatewayError) {
        let names = try GatewayError.wrapping(.configuration) { () throws(SystemError) in
            try Directory.names(path)
        }
        look(names)
        log.info(
            "certificates loaded", [.path: .string(path), .count: .count(presented.status.certificates)])
    }

    /// Looks at the directory again when it is time: each second, and less often where a look at files that stay costs more
    /// than a twentieth of the time.
    func tick() {
        guard state.withLock({ $0.nextLook <= .now() }) else { return }
        reload()
    }

    /// Looks at the directory again.
    func reload() {
        do throws(SystemError) {
            look(try Directory.names(path))
        } catch {
            let wasReadable = state.withLock { state in
                defer { state.isReadable = false }
                return state.isReadable
            }
            guard wasReadable else { return }
            log.warning("certificates cannot be looked at, the last ones stay", [.error: .error(error)])
        }
    }

    private func look(_ names: [String]) {
        let begin = MonotonicTime.now()
        let found = CertificateFiles.find(in: path, names: names) { try? Directory.names($0) }
        var pairs = state.withLock { $0.pairs }
        var hasChanged = false
        let looks = ParallelWork.map(found) { [pairs] in pairs[$0, default: CertificatePair()].looking(at: $0) }
        for (files, pair) in zip(found, looks) {
            guard let pair else { continue }
            hasChanged = true
            pairs[files] = pair
            report(files, pair)
        }
        if pairs.count > found.count {
            let kept = Set(found)
            for files in pairs.keys where !kept.contains(files) {
                log.info("certificate is gone", [.file: .string(files.chain)])
                pairs[files] = nil
            }
            hasChanged = true
        }
        if hasChanged { present(pairs.values) }
        // What reading costs is paid once; what a look at files that stay costs is paid again and again.
        let cost = hasChanged ? .zero : MonotonicTime.now() - begin
        state.withLock { state in
            state.pairs = pairs
            state.isReadable = true
            state.nextLook = .now() + max(.seconds(1), cost * 20)
        }
    }

    private func present(_ pairs: some Collection<CertificatePair>) {
        do throws(CryptographyError) {
            try presented.replace(
                .directory,
                with: .init(
                    certificates: pairs.compactMap(\.certificate), refused: pairs.count { $0.refusal != nil }))
        } catch {
            log.error("certificates cannot be presented, the last ones stay", [.error: .error(error)])
        }
    }

    private func report(_ files: CertificateFiles, _ pair: CertificatePair) {
        if let refusal = pair.refusal {
            let fields: LogFields = [.file: .string(files.chain), .reason: .string(refusal)]
            if pair.certificate == nil {
                log.warning("certificate refused", fields)
            } else {
                log.warning("certificate refused, the last good one stays", fields)
            }
        } else if let certificate = pair.certificate {
            log.info(
                "certificate presented",
                [
                    .file: .string(files.chain), .name: .string(certificate.names.first ?? ""),
                    .count: .count(certificate.names.count), .expires: .time(certificate.leaf.notAfter),
                ])
            if certificate.intermediateCount == 0, !certificate.leaf.isSelfSigned {
                // Case 107: browsers fetch what is missing, Apple and Google do not.
                log.warning(
                    "certificate stands alone: without its authority's certificate Apple and Google refuse it",
                    [.file: .string(files.chain)])
            }
            if certificate.leaf.notAfter < .now() {
                log.warning("certificate has expired", [.file: .string(files.chain)])
            }
        }
    }
}
