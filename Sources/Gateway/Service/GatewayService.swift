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
    /// The process before this one, which serves until this one does.
    private let claim: TakeoverClaim?

    /// Binds all listeners, or gets them from the process before or from a service manager; nothing is answered yet.
    ///
    /// - Throws: ``GatewayError`` when an address cannot be bound, or a socket that was given is none that the
    ///   configuration names.
    package init(_ configuration: GatewayConfiguration, log: Log) throws(GatewayError) {
        self.configuration = configuration
        self.log = log
        let passed = try GivenSockets.passed()
        var claim: TakeoverClaim?
        if let path = configuration.takeover { claim = try TakeoverClaim.make(path) }
        self.claim = claim
        parts = try GatewayParts(configuration, given: claim?.sockets ?? passed, log: log)
        if claim == nil, let stranger = passed?.remaining.first {
            throw GatewayError(
                .configuration, "the service manager gives a socket at \(stranger.address), which no option names")
        }
    }

    /// Serves until SIGTERM or SIGINT, then drains; to be called once, on the main thread, before any other starts.
    ///
    /// - Parameter announce: Called with each listener once it accepts.
    /// - Throws: ``GatewayError`` when the fleet cannot be loaded at start, or a thread or file cannot be had.
    package func run(announce: (BoundListener) -> Void) throws(GatewayError) {
        let signals = try Self.receiver()
        let copies = try configuration.takeover.map { _ throws(GatewayError) in try copyListeners() } ?? []
        // Where another process still answers at the same addresses, this one does so only once it is ready.
        var listeners: [BoundListener] = []
        if claim == nil { listeners = try startOperatorServers(announce) }
        defer { end() }
        try parts.source.start()
        guard waitForFleet(signals) else { return }
        if claim != nil { listeners = try startOperatorServers(announce) }
        try GatewayError.wrapping(.internalFault) { () throws(SystemError) in try parts.publicServer.start() }
        try serve(signals, listeners, copies, announce)
    }

    // MARK: -

    private func startOperatorServers(_ announce: (BoundListener) -> Void) throws(GatewayError) -> [BoundListener] {
        try GatewayError.wrapping(.internalFault) { () throws(SystemError) in
            try parts.healthServer.start()
            try parts.adminServer.start()
        }
        let listeners =
            parts.healthServer.boundAddresses.map { BoundListener(kind: .health, address: $0) }
            + parts.adminServer.boundAddresses.map { BoundListener(kind: .admin, address: $0) }
        listeners.forEach(announce)
        return listeners
    }

    private func copyListeners() throws(GatewayError) -> [GivenSockets.Entry] {
        try GatewayError.wrapping(.internalFault) { () throws(SystemError) in
            try parts.publicServer.copyListeners() + parts.healthServer.copyListeners()
                + parts.adminServer.copyListeners()
        }
    }

    private static func receiver() throws(GatewayError) -> SignalReceiver {
        do throws(SystemError) { return try SignalReceiver() } catch {
            throw GatewayError(.internalFault, "\(error)")
        }
    }

    private func serve(
        _ signals: borrowing SignalReceiver, _ others: [BoundListener], _ copies: [GivenSockets.Entry],
        _ announce: (BoundListener) -> Void
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
            claim?.confirm()
            let offer = try configuration.takeover.map { path throws(SystemError) in
                try TakeoverOffer(path, copies, log: log)
            }
            let handsOver = waitForEnd(signals, offer)
            offer?.stop()
            notification.send(.stopping)
            if handsOver { leaveOperatorServers() }
            try drain(signals, handsOver: handsOver)
            parts.secure?.finish()
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

    /// Waits for a signal or for a successor; true when there is one.
    private func waitForEnd(_ signals: borrowing SignalReceiver, _ offer: TakeoverOffer?) -> Bool {
        while true {
            if offer?.isTaken == true { return true }
            switch signals.wait(timeout: .milliseconds(250)) {
            case .terminate, .interrupt: return false
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
    private func drain(_ signals: borrowing SignalReceiver, handsOver: Bool) throws(SystemError) {
        parts.health.update { $0.isDraining = true }
        log.info(
            "draining", [.delay: .duration(configuration.drainDelay), .limit: .duration(configuration.drainLimit)])
        parts.publicServer.beginDrain(
            delay: configuration.drainDelay, limit: configuration.drainLimit, handsOver: handsOver)
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

    /// Leaves health and admin to the successor, before this process says that it is not ready any more.
    private func leaveOperatorServers() {
        for server in [parts.healthServer, parts.adminServer] {
            server.beginDrain(delay: .zero, limit: .seconds(10), handsOver: true)
            server.wait()
        }
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
