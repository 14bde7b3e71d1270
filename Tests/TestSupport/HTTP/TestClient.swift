package import Platform

/// A client that sends and receives bytes as they are.
package final class TestClient {
    private let socket: FileDescriptor
    private let epoll: Epoll
    private var pool = BufferPool()
    private let block: BufferPool.Block

    /// What was received and not yet taken.
    package private(set) var received: [UInt8] = []
    /// Whether the server has ended its side.
    package private(set) var isFinished = false
    /// Whether the connection was reset.
    package private(set) var isReset = false

    /// Connects.
    package init(to address: SocketAddress) throws {
        // In this order: a server in this process may take the next descriptor as soon as the socket is connected.
        epoll = try Epoll()
        socket = try Socket.connect(to: address)
        try epoll.add(socket.rawValue, .readable, token: 0)
        block = pool.makeBlock(capacity: 65_536)
    }

    /// Sends text; what a server that has closed does not take is left out.
    package func send(_ text: String) {
        send(Array(text.utf8))
    }

    /// Sends bytes.
    package func send(_ bytes: [UInt8]) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let piece = Array(rest.prefix(1 << 20))
            guard case .bytes(let count) = Socket.send(socket.rawValue, piece.span) else { return }
            rest = rest.dropFirst(count)
        }
    }

    /// Sends the end of what this side has to say.
    package func finishSending() {
        Socket.finishSending(socket.rawValue)
    }

    /// Has the connection reset when this client goes.
    package func resetAtEnd() {
        Socket.resetAtClose(socket.rawValue)
    }

    /// Receives once, within a minute.
    @discardableResult
    package func receiveMore() -> Bool {
        guard !isFinished, epoll.wait(timeout: .seconds(60)) > 0 else { return false }
        let result = pool.receive(socket.rawValue, into: block, limit: 1 << 20)
        guard case .bytes(let count) = result, count > 0 else {
            isFinished = true
            if case .failed = result { isReset = true }
            return false
        }
        append(pool.bytes(of: block))
        pool.truncate(block, to: 0)
        return true
    }

    private func append(_ bytes: Span<UInt8>) {
        for index in bytes.indices { received.append(bytes[index]) }
    }

    /// Everything up to the server's end of the connection.
    package func receiveAll() -> String {
        while receiveMore() {}
        defer { received = [] }
        return String(decoding: received, as: UTF8.self)
    }

    /// The next response with its body; what came until then when the connection ends first.
    package func receiveResponse(hasBody: Bool = true) -> TestResponse {
        while true {
            if let response = TestResponse(received, hasBody: hasBody) {
                received.removeFirst(response.length)
                return response
            }
            guard receiveMore() else { return TestResponse(broken: received) }
        }
    }

    /// Sends a request and receives its response.
    package func exchange(_ text: String, hasBody: Bool = true) -> TestResponse {
        send(text)
        return receiveResponse(hasBody: hasBody)
    }
}
