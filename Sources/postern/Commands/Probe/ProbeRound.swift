import CommandLine
import Platform
import Prober

/// One probe of every domain: what `postern probe --once` does.
struct ProbeRound {
    let service: ProbeService
    let store: ProbeStore

    /// Probes, with the progress on a terminal, until all is recorded or a signal comes.
    ///
    /// - Returns: Whether all is in sync, or that it was interrupted.
    /// - Throws: ``CommandFailure`` when the database goes away.
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
            switch signals.wait(timeout: .milliseconds(50)) {
            case .terminate, .interrupt: return .notYet
            case .hangUp, nil: continue
            }
        }
        return try store.drifts().isEmpty ? .done : .answer(1)
    }
}
