import Platform
import Synchronization
import TestSupport

/// A few clients that ask one after the other, all the time, on connections that they keep as long as they may.
final class SteadyLoad: Sendable {
    /// How many requests are under way at most.
    static let clients = 4

    private let right = Atomic(0)
    private let isOver = Atomic(false)
    private let failures = LockedValue<[String]>([])
    private let threads = ThreadGroup()

    /// Starts to ask an address for a URL that is redirected.
    ///
    /// - Parameters:
    ///   - address: Where to connect to.
    ///   - target: The request target.
    ///   - host: The Host field.
    ///   - location: Where a right answer leads.
    ///   - keepsConnections: Whether a connection is used again.
    /// - Throws: When the system has no thread left.
    init(
        on address: SocketAddress, _ target: String, host: String, expecting location: String,
        keepsConnections: Bool = true
    ) throws {
        let closing = keepsConnections ? "" : "Connection: close\r\n"
        let request = "GET \(target) HTTP/1.1\r\nHost: \(host)\r\n\(closing)\r\n"
        for _ in 0..<Self.clients {
            try threads.start(name: "load") { [self] in ask(address, request, location) }
        }
    }

    deinit {
        isOver.store(true, ordering: .relaxed)
    }

    /// Requests that were answered right.
    var answered: Int { right.load(ordering: .relaxed) }

    /// What became of those that were not.
    var failed: [String] { failures.withLock { $0 } }

    /// Lets the clients end, and waits for them.
    func stop() {
        isOver.store(true, ordering: .relaxed)
        threads.join()
    }

    private func ask(_ address: SocketAddress, _ request: String, _ location: String) {
        guard let pause = try? Epoll() else { return }
        var kept: TestClient?
        while !isOver.load(ordering: .relaxed) {
            do {
                let client = try kept ?? TestClient(to: address)
                let answer = client.exchange(request)
                if answer.fields["location"] == location {
                    right.add(1, ordering: .relaxed)
                } else {
                    fail(
                        "status \(answer.status)\(client.isReset ? ", reset" : "")\(client.isFinished ? ", closed" : "")"
                    )
                }
                kept = answer.fields["connection"]?.lowercased() == "close" || client.isFinished ? nil : client
            } catch {
                fail("\(error)")
                kept = nil
            }
            _ = pause.wait(timeout: .milliseconds(2))
        }
    }

    private func fail(_ reason: String) {
        failures.withLock { $0.append(reason) }
    }
}
