import DeepLinks
import FleetStore
import HTTPServer
import HTTPWire
import Platform
import Synchronization
package import Telemetry

/// A gateway process from start to end: what `postern serve` does.
package struct GatewayService {
    private let configuration: GatewayConfiguration
    private let log: Log
    private let parts: GatewayParts

    /// Binds all listeners; nothing is answered yet.
    ///
    /// - Throws: ``GatewayError`` when an address cannot be bound.
    package init(_ configuration: GatewayConfiguration, log: Log) throws(GatewayError) {
        self.configuration = configuration
        self.log = log
        parts = try GatewayParts(configuration, log: log)
    }

    /// Serves until SIGTERM or SIGINT, then drains; to be called once, on the main thread, before any other starts.
    ///
    /// - Parameter announce: Called with each listener once it accepts.
    /// - Throws: ``GatewayError`` when the fleet cannot be loaded at start, or a thread or file cannot be had.
    package func run(announce: (BoundListener) -> Void) throws(GatewayError) {
        let signals = try Self.receiver()
        var listeners: [BoundListener] = []
        do throws(SystemError) {
            try parts.healthServer.start()
            try parts.adminServer.start()
            listeners += parts.healthServer.boundAddresses.map { BoundListener(kind: .health, address: $0) }
            listeners += parts.adminServer.boundAddresses.map { BoundListener(kind: .admin, address: $0) }
            listeners.forEach(announce)
        } catch {
            throw GatewayError(.internalFault, "\(error)")
        }
        defer { end() }
        try parts.source.start()
        guard waitForFleet(signals) else { return }
        do throws(SystemError) {
            try parts.publicServer.start()
        } catch {
            throw GatewayError(.internalFault, "\(error)")
        }
        try serve(signals, listeners, announce)
    }

    // MARK: -

    private static func receiver() throws(GatewayError) -> SignalReceiver {
        do throws(SystemError) { return try SignalReceiver() } catch {
            throw GatewayError(.internalFault, "\(error)")
        }
    }

    private func serve(
        _ signals: borrowing SignalReceiver, _ others: [BoundListener], _ announce: (BoundListener) -> Void
    ) throws(GatewayError) {
        let bound =
            parts.publicServer.boundAddresses.map { BoundListener(kind: .http, address: $0) }
            + parts.publicServer.boundTLSAddresses.map { BoundListener(kind: .https, address: $0) }
        bound.forEach(announce)
        let notification = ServiceNotification(path: ProcessEnvironment.value("NOTIFY_SOCKET"))
        if let path = configuration.readyFile {
            try GatewayError.wrapping(.configuration) { () throws(SystemError) in
                try File.replace(path, with: (bound + others).json)
            }
        }
        do throws(SystemError) {
            let reader = try Thread(name: "records") { [records = parts.records] in records.run() }
            notification.send(.ready)
            waitForEnd(signals)
            notification.send(.stopping)
            try drain(signals)
            parts.records.stop()
            reader.join()
        } catch {
            throw GatewayError(.internalFault, "\(error)")
        }
    }

    /// Waits for the first routing table; false when the process is to end before it comes.
    private func waitForFleet(_ signals: borrowing SignalReceiver) -> Bool {
        while !parts.health.current.hasTable {
            switch signals.wait(timeout: .milliseconds(20)) {
            case .terminate, .interrupt: return false
            case .hangUp: continue
            case nil: parts.source.tick()
            }
        }
        return true
    }

    private func waitForEnd(_ signals: borrowing SignalReceiver) {
        while true {
            switch signals.wait(timeout: .milliseconds(250)) {
            case .terminate, .interrupt: return
            case .hangUp:
                parts.source.reload()
                parts.secure?.reload()
            case nil:
                parts.source.tick()
                parts.secure?.tick()
            }
            parts.fleet.releaseUnused()
        }
    }

    /// Unready first, then serving on for the delay, then to the end of what is under way; each further signal shortens.
    private func drain(_ signals: borrowing SignalReceiver) throws(SystemError) {
        parts.health.update { $0.isDraining = true }
        log.info(
            "draining", [.delay: .duration(configuration.drainDelay), .limit: .duration(configuration.drainLimit)])
        parts.publicServer.beginDrain(delay: configuration.drainDelay, limit: configuration.drainLimit)
        let finished = Completion()
        let waiter = try Thread(name: "drain") { [server = parts.publicServer] in
            server.wait()
            finished.isComplete.store(true, ordering: .releasing)
        }
        var limit = configuration.drainLimit
        while !finished.isComplete.load(ordering: .acquiring) {
            guard signals.wait(timeout: .milliseconds(20)) != nil else { continue }
            log.info("drain shortened")
            parts.publicServer.beginDrain(delay: .zero, limit: limit)
            limit = .zero
        }
        waiter.join()
        log.info("drained")
    }

    private func end() {
        parts.source.stop()
        for server in [parts.adminServer, parts.healthServer] {
            server.beginDrain(delay: .zero, limit: .zero)
            server.wait()
        }
    }
}

/// Whether a thread has done its work.
private final class Completion: Sendable {
    let isComplete = Atomic(false)
}
