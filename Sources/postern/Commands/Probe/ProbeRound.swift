import CommandLine
import Platform
import Prober

/// One probe of every domain: what `postern probe --once` does.
struct ProbeRound {
    let service: ProbeService
    let alerts: AlertDelivery?
    let store: ProbeStore

    /// Probes, and tells what there is to tell, with the progress on a terminal, until all is recorded or a signal comes.
    ///
    /// - Returns: Whether all is in sync, or that it was interrupted.
    /// - Throws: ``CommandFailure`` when the database goes away, and when what is known is in sync but not all could be
    ///   learnt.
    func run(_ console: Console, until signals: borrowing SignalReceiver) throws -> ExitCode {
        try service.start()
        defer { service.stop() }
        let isWatched = StandardStream.error.isTerminal
        var shown = 0
        while true {
            let status = service.status
            if isWatched, status.probes != shown {
                shown = status.probes
                console.note("\(shown) probed, \(status.underWay) under way")
            }
            if status.isDone { break }
            if let problem = status.problem { throw CommandFailure(.unavailable, problem) }
            guard goesOn(signals) else { return .notYet }
        }
        guard try deliver(signals) else { return .notYet }
        if let part = service.status.broken.min(by: { $0.rawValue < $1.rawValue }) {
            throw CommandFailure(.unavailable, "the prober itself is broken: \(part.fault)")
        }
        guard try store.drifts().isEmpty && store.findings().isEmpty else { return .answer(1) }
        if let gap = try store.gaps().first { throw CommandFailure(.unavailable, gap.text) }
        return .done
    }

    /// Tells what there is to tell now; what cannot be delivered is left for the next time.
    ///
    /// - Returns: Whether no signal came.
    private func deliver(_ signals: borrowing SignalReceiver) throws -> Bool {
        guard let alerts else { return true }
        try alerts.start()
        defer { alerts.stop() }
        while !alerts.status.isDone {
            if let problem = alerts.status.problem { throw CommandFailure(.unavailable, problem) }
            guard goesOn(signals) else { return false }
        }
        return true
    }

    /// Waits a moment; says whether no signal came that ends the round.
    private func goesOn(_ signals: borrowing SignalReceiver) -> Bool {
        switch signals.wait(timeout: .milliseconds(50)) {
        case .terminate, .interrupt: false
        case .hangUp, nil: true
        }
    }
}
