import CommandLine
import FleetStore
import Platform

/// Waits until the gateways serve what was written.
///
/// What is waited for is the newest change of the feed after the write: the command's own, or one that somebody else
/// committed meanwhile.
struct GatewayWait {
    /// The time between two looks.
    private static let pause = Duration.milliseconds(50)

    private let database: DatabaseAddress
    private let limit: Duration
    private let ignoresSilent: Bool

    /// Makes a wait of a command's arguments; `nil` when it does not wait.
    init?(_ arguments: WaitArguments, for database: DatabaseAddress) {
        guard let limit = arguments.limit else { return nil }
        self.limit = limit
        self.database = database
        ignoresSilent = arguments.ignoresSilent
    }

    /// Waits.
    ///
    /// - Parameter console: Is told who is waited for in vain.
    /// - Returns: ``ExitCode/done``, or ``ExitCode/notYet`` when the time is over.
    /// - Throws: ``CommandFailure`` for an error that time does not mend; the change is written all the same.
    func run(_ console: Console) throws -> ExitCode {
        let deadline = MonotonicTime.now() + limit
        let pauses = try Epoll(capacity: 1)
        var store: FleetStore?
        var generation: Int64?
        var outcome = Outcome.unknown("")
        while true {
            do {
                let open = try store ?? database.openStore()
                store = open
                let target = try generation ?? open.newestGeneration()
                generation = target
                let found = Convergence(of: try open.gateways(), at: target)
                if found.isReached(ignoringSilent: ignoresSilent) {
                    console.note(served(found))
                    return .done
                }
                outcome = .behind(found)
            } catch {
                let failure = CommandFailure(error)
                guard failure.code == .unavailable else { throw failure }
                store = nil
                outcome = .unknown(failure.message)
            }
            let left = deadline - .now()
            guard left > .zero else { break }
            _ = pauses.wait(timeout: min(left, Self.pause))
        }
        for line in outcome.lines(ignoringSilent: ignoresSilent) { console.note(line) }
        return .notYet
    }

    private func served(_ found: Convergence) -> String {
        let count = found.serving.count
        let silent = found.silent.isEmpty ? "" : "; silent: \(found.silent.map(\.name).joined(separator: ", "))"
        return switch count {
        case 0: "no gateway is registered that gives signs of life\(silent)"
        case 1: "1 gateway serves it\(silent)"
        default: "\(count) gateways serve it\(silent)"
        }
    }

    /// Why it is not yet so.
    private enum Outcome {
        /// The database cannot be asked.
        case unknown(String)
        /// Some do not serve it.
        case behind(Convergence)

        func lines(ignoringSilent: Bool) -> [String] {
            switch self {
            case .unknown(let reason): return ["written, but the gateways cannot be asked about: \(reason)"]
            case .behind(let found):
                let silent = ignoringSilent ? [] : found.silent
                return ["written, but not yet served by all gateways:"]
                    + found.behind.map { "  \($0.name): live, at change \($0.cursor) of \(found.generation)" }
                    + silent.map { "  \($0.name): silent, last there at \($0.seen)" }
            }
        }
    }
}
