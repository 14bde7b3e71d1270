import Glibc
package import Platform

/// A plain HTTP/1.1 server on 127.0.0.0/8 that does with each request what the test says; safe from any thread.
///
/// A thread a connection. With ``TLSFront`` before it, it ends TLS.
package final class ScriptedServer: Sendable {
    /// Where it listens.
    package let address: SocketAddress

    private let state = LockedValue(State())
    private let stopped: EventDescriptor
    private let threads = ThreadGroup()

    private struct State {
        var accepts = 0
        var requests: [ScriptedRequest] = []
        var open: Set<Int32> = []
    }

    /// Starts a server.
    ///
    /// - Parameters:
    ///   - address: Where to listen; by default on a free port of 127.0.0.1.
    ///   - greeting: What it does with a connection before any request.
    ///   - script: Is asked for every request, on the thread of its connection.
    /// - Throws: ``SystemError`` when the address is taken, or no descriptor or thread is left.
    package init(
        on address: SocketAddress = .loopback(), greeting: [ScriptedStep] = [],
        _ script: @escaping @Sendable (ScriptedRequest) -> [ScriptedStep]
    ) throws {
        let socket = try ListeningSocket(address)
        self.address = socket.address
        stopped = try EventDescriptor()
        let listener = Listener(socket: socket, stop: stopped.rawValue)
        let state = state
        try threads.start(name: "scripted") {
            listener.run { descriptor in
                state.withLock { state in
                    state.accepts += 1
                    state.open.insert(descriptor)
                }
                // Nobody waits for a connection's thread: there may be many thousands, one after the other.
                let thread = try? Thread(name: "scripted") {
                    Self.serve(descriptor, greeting, script, state)
                }
                if let thread {
                    thread.detach()
                } else {
                    Self.end(descriptor, state)
                }
            }
        }
    }

    private static func serve(
        _ descriptor: Int32, _ greeting: [ScriptedStep], _ script: (ScriptedRequest) -> [ScriptedStep],
        _ state: LockedValue<State>
    ) {
        var connection = ScriptedConnection(descriptor)
        var isOpen = connection.run(greeting)
        while isOpen, let head = connection.readHead() {
            var request = ScriptedRequest(head: head)
            if let length = request.field("content-length").flatMap(Int.init) {
                guard let body = connection.readBody(length) else { break }
                request.body = body
            }
            state.withLock { state in
                request.earlier = state.requests.count
                state.requests.append(request)
            }
            isOpen = connection.run(script(request))
        }
        end(descriptor, state)
    }

    private static func end(_ descriptor: Int32, _ state: LockedValue<State>) {
        state.withLock { state in
            state.open.remove(descriptor)
            Socket.close(descriptor)
        }
    }

    deinit {
        stop()
    }

    /// Closes all connections and listens no more.
    package func stop() {
        stopped.signal()
        threads.join()
        state.withLock { state in
            for descriptor in state.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
        }
        _ = comesTrue { openConnections == 0 }
    }

    /// How many connections were made.
    package var accepts: Int { state.withLock { $0.accepts } }

    /// The requests so far, in order.
    package var requests: [ScriptedRequest] { state.withLock { $0.requests } }

    /// How many connections are open.
    package var openConnections: Int { state.withLock { $0.open.count } }
}

/// The accepting half of a ``ScriptedServer``.
private final class Listener: Sendable {
    let socket: ListeningSocket
    let stop: Int32

    init(socket: consuming ListeningSocket, stop: Int32) {
        self.socket = socket
        self.stop = stop
    }

    func run(_ take: (Int32) -> Void) {
        guard let epoll = try? Epoll() else { return }
        try? epoll.add(socket.rawValue, .readable, token: 0)
        try? epoll.add(stop, .readable, token: 1)
        while true {
            for index in 0..<epoll.wait(timeout: nil) where epoll.event(index).token == 1 { return }
            while case .connection(let descriptor, _) = socket.accept() { take(descriptor) }
        }
    }
}
