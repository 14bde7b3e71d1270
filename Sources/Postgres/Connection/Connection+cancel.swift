import Platform

extension Connection {
    /// A handle by which any thread can cancel what this connection runs.
    ///
    /// `nil` when the connection is gone.
    package func makeCancellation() -> Cancellation? {
        handle.makeCancelHandle().map { Cancellation(handle: $0) }
    }

    /// Asks the server to cancel what runs, without waiting for the request to arrive.
    func beginCancelling() {
        makeCancellation()?.begin { _ in }
    }
}

/// Cancels what a connection runs (PostgreSQL 15, 34.7); safe from any thread.
///
/// What is cancelled fails with SQLSTATE 57014; when nothing runs any more, nothing happens.
package struct Cancellation: Sendable {
    let handle: CancelHandle

    /// Sends the request and waits until the server has taken it.
    ///
    /// libpq's call knows no deadline, so it runs on a thread of its own that is left behind when the time is over; that
    /// thread ends with the server's answer or its TCP timeout.
    ///
    /// - Parameter within: Default 2 s.
    /// - Throws: ``PostgresError`` with `connectionFailed` or `deadlineExceeded`.
    package func cancel(within: Duration = .seconds(2)) throws(PostgresError) {
        let deadline = Deadline.after(within)
        let answer = LockedValue<String??>(nil)
        guard let event = try? SharedEvent() else {
            throw PostgresError(.connectionFailed, "no descriptor is left for a cancel request")
        }
        begin { failure in
            answer.withLock { $0 = .some(failure) }
            event.descriptor.signal()
        }
        _ = Readiness.wait(for: event.descriptor.rawValue, .readable, until: deadline)
        switch answer.withLock({ $0 }) {
        case .none: throw PostgresError(.deadlineExceeded, "the server did not take the cancel request in time")
        case .some(.some(let text)): throw PostgresError(.connectionFailed, text)
        case .some(.none): return
        }
    }

    /// Sends the request from a thread of its own.
    func begin(then: @escaping @Sendable (String?) -> Void) {
        let handle = handle
        do {
            let thread = try Thread(name: "pg-cancel") { then(handle.send()) }
            thread.detach()
        } catch {
            then(error.description)
        }
    }
}

/// An event descriptor that two threads hold.
final class SharedEvent: Sendable {
    let descriptor: EventDescriptor

    init() throws(SystemError) {
        descriptor = try EventDescriptor()
    }
}
