import HTTPServer
import Platform
import Synchronization
import Telemetry

/// The side of a takeover that goes: it waits at a path for a successor, on a thread of its own, and gives it the sockets.
final class TakeoverOffer: Sendable {
    private let listener: LocalListener
    private let sockets: [GivenSockets.Entry]
    private let log: Log
    private let stops: EventDescriptor
    private let hasSuccessor = Atomic(false)
    private let threads = ThreadGroup()

    /// Waits at a path from now on, in place of whoever did before.
    ///
    /// - Parameters:
    ///   - path: The path.
    ///   - sockets: Copies of the descriptors, which become the offer's.
    ///   - log: Where it says what happens.
    /// - Throws: ``SystemError`` when it cannot wait there, or no thread is left.
    init(_ path: String, _ sockets: [GivenSockets.Entry], log: Log) throws(SystemError) {
        listener = try LocalListener(path)
        self.sockets = sockets
        self.log = log
        stops = try EventDescriptor()
        try threads.start(name: "takeover") { [self] in run() }
    }

    /// Whether a successor serves.
    var isTaken: Bool { hasSuccessor.load(ordering: .acquiring) }

    /// Waits no longer, and closes the copies; to be called once.
    func stop() {
        stops.signal()
        threads.join()
        // A successor waits there by now.
        if !isTaken { listener.removePath() }
        for socket in sockets { Socket.close(socket.descriptor) }
    }

    private func run() {
        while waits(for: listener.rawValue) {
            guard let stream = listener.accept() else { continue }
            do throws(SystemError) {
                try stream.send(TakeoverMessage.text(sockets), passing: sockets.map(\.descriptor))
                log.info("a successor has the sockets")
                guard waits(for: stream.rawValue) else { return }
                if try stream.receive(limit: 64).bytes == TakeoverMessage.ready {
                    hasSuccessor.store(true, ordering: .releasing)
                    return
                }
                log.warning("the successor went before it served")
            } catch {
                log.warning("the successor could not be given the sockets", [.error: .error(error)])
            }
        }
    }

    /// Waits until there is something to read; false when the offer ends.
    private func waits(for descriptor: Int32) -> Bool {
        do throws(SystemError) {
            let epoll = try Epoll(capacity: 2)
            try epoll.add(descriptor, .readable, token: 0)
            try epoll.add(stops.rawValue, .readable, token: 1)
            for index in 0..<epoll.wait(timeout: nil) where epoll.event(index).token == 1 { return false }
            return true
        } catch {
            return false
        }
    }
}
