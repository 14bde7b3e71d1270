import Platform
import Telemetry

/// How something that works on a thread of its own is doing, in one value.
protocol ServiceStatus: Equatable, Sendable {
    /// What is wrong, in one line for people; `nil` when nothing is.
    var problem: String? { get }

    /// Nothing was done yet.
    init()

    /// Takes in that the work is interrupted.
    mutating func interrupt(by problem: String)
}

/// Keeps how a service is doing, and logs what interrupts it, each problem once; safe from any thread.
final class ServiceRecord<Status: ServiceStatus>: Sendable {
    private let current = LockedValue(Status())
    private let log: Log
    private let interruption: StaticString
    private let resumption: StaticString

    /// Begins with nothing done.
    ///
    /// - Parameters:
    ///   - log: Where interruptions go.
    ///   - interruption: What is logged of one, beside the reason.
    ///   - resumption: What is logged when it is over.
    init(_ log: Log, interruption: StaticString, resumption: StaticString) {
        self.log = log
        self.interruption = interruption
        self.resumption = resumption
    }

    /// How it is doing.
    var status: Status { current.withLock { $0 } }

    /// Changes it, and logs that what interrupted it is over.
    func update(_ change: (inout Status) -> Void) {
        let isResumed = current.withLock { status in
            let wasInterrupted = status.problem != nil
            change(&status)
            return wasInterrupted && status.problem == nil
        }
        if isResumed { log.info(resumption) }
    }

    /// Notes that the work is interrupted.
    func report(_ problem: String) {
        let isNews = current.withLock { status in
            let isNews = status.problem != problem
            status.interrupt(by: problem)
            return isNews
        }
        if isNews { log.warning(interruption, [.reason: .string(problem)]) }
    }
}
