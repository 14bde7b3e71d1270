import Cryptography
import Platform
import Telemetry

/// The secrets of session tickets from a file, read again when it is written; a bad one changes nothing.
final class TicketSecretsFile: Sendable {
    private let path: String
    private let tls: TLSServer
    private let log: Log
    private let stamp = LockedValue<FileStamp?>(nil)

    /// Names the file; the caller has taken its secrets.
    init(path: String, tls: TLSServer, log: Log) {
        self.path = path
        self.tls = tls
        self.log = log
        let now = try? FileStamp(path: path)
        stamp.withLock { $0 = now }
    }

    /// Reads the secrets of a file.
    static func read(_ path: String) throws(GatewayError) -> TicketSecrets {
        let text = try GatewayError.wrapping(.configuration) { () throws(SystemError) in
            try File.readSecret(path, limit: 65_536)
        }
        do throws(TicketSecrets.Refusal) {
            return try TicketSecrets(text: text)
        } catch {
            throw GatewayError(.configuration, "\(path): \(error)")
        }
    }

    /// Reads the file again if it was written since.
    func tick() {
        let now = try? FileStamp(path: path)
        let isSame = stamp.withLock { stamp in
            defer { stamp = now }
            return stamp == now
        }
        guard !isSame else { return }
        do throws(GatewayError) {
            tls.replaceTicketSecrets(try Self.read(path))
            log.info("ticket secrets replaced", [.file: .string(path)])
        } catch {
            log.warning("ticket secrets refused, the last ones stay", [.error: .error(error)])
        }
    }
}
