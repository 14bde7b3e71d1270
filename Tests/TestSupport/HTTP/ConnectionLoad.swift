package import Platform
import Synchronization

/// A few clients that ask all the time, each request on a connection of its own.
package final class ConnectionLoad: Sendable {
    /// How many requests are under way at most.
    package static let clients = 4

    private let right = Atomic(0)
    private let isOver = Atomic(false)
    private let failures = LockedValue<[String]>([])
    private let threads = ThreadGroup()

    /// Starts to ask.
    ///
    /// - Parameters:
    ///   - addresses: Where to connect to, in turn.
    ///   - request: The request.
    ///   - status: The status of a right answer.
    /// - Throws: When the system has no thread left.
    package init(on addresses: [SocketAddress], _ request: String, expecting status: Int = 200) throws {
        for client in 0..<Self.clients {
            try threads.start(name: "load") { [self] in
                guard let pause = try? Epoll() else { return }
                var count = client
                while !isOver.load(ordering: .relaxed) {
                    count += 1
                    ask(addresses[count % addresses.count], request, status)
                    _ = pause.wait(timeout: .milliseconds(1))
                }
            }
        }
    }

    /// Requests that were answered right.
    package var answered: Int { right.load(ordering: .relaxed) }

    /// What became of those that were not.
    package var failed: [String] { failures.withLock { $0 } }

    /// Lets the clients end, and waits for them; to be called once.
    package func stop() {
        isOver.store(true, ordering: .relaxed)
        threads.join()
    }

    private func ask(_ address: SocketAddress, _ request: String, _ status: Int) {
        do {
            let client = try TestClient(to: address)
            let answer = client.exchange(request)
            if answer.status == status {
                right.add(1, ordering: .relaxed)
            } else {
                fail("status \(answer.status)\(client.isReset ? ", reset" : "")\(client.isFinished ? ", closed" : "")")
            }
        } catch {
            fail("\(error)")
        }
    }

    private func fail(_ reason: String) { failures.withLock { $0.append(reason) } }
}
