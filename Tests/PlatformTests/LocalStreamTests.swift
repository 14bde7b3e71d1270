import Glibc
import Platform
import TestSupport
import Testing

/// Descriptors that change hands between processes, here between two ends in one.
@Suite final class LocalStreamTests {
    private let directory: String
    private var path: String { directory + "/socket" }

    init() throws {
        directory = try TemporaryDirectory.make("postern-local")
    }

    deinit {
        _ = unsafe unlink(directory + "/socket")
        _ = unsafe rmdir(directory)
    }

    private struct NobodyCame: Error {}

    private func accept(_ listener: borrowing LocalListener) throws -> LocalStream {
        guard let stream = listener.accept() else { throw NobodyCame() }
        return stream
    }

    @Test func `a listening socket is passed, and both who have it may accept`() throws {
        let socket = try ListeningSocket(.loopback())
        let waiting = try LocalListener(path)
        let client = try LocalStream(connectingTo: path)
        let server = try accept(waiting)
        try server.send(Array("here".utf8), passing: [socket.rawValue])
        let (text, descriptors) = try client.receive(limit: 100)
        #expect(text == Array("here".utf8))
        try #require(descriptors.count == 1)
        let copy = try ListeningSocket(takingOver: descriptors[0])
        #expect(copy.address == socket.address)
        let peer = try Socket.connect(to: socket.address)
        guard case .connection(let descriptor, _) = copy.accept() else {
            Issue.record("nobody waits")
            return
        }
        Socket.close(descriptor)
        #expect(socket.accept() == .none)
        peer.close()
        // Bytes alone go the other way.
        try client.send([1, 2])
        let answer = try server.receive(limit: 100)
        #expect(answer.bytes == [1, 2] && answer.descriptors.isEmpty)
    }

    @Test func `many descriptors are passed at once`() throws {
        let waiting = try LocalListener(path)
        let client = try LocalStream(connectingTo: path)
        let server = try accept(waiting)
        let event = try EventDescriptor()
        try server.send([0], passing: Array(repeating: event.rawValue, count: LocalStream.mostDescriptors))
        let (_, descriptors) = try client.receive(limit: 1)
        #expect(Set(descriptors).count == LocalStream.mostDescriptors)
        for descriptor in descriptors { close(descriptor) }
    }

    @Test func `the end of the other side is an empty message, and sending to it an error`() throws {
        let waiting = try LocalListener(path)
        let client = try LocalStream(connectingTo: path)
        do { _ = try accept(waiting) }
        #expect(try client.receive(limit: 10).bytes.isEmpty)
        #expect(throws: SystemError(errno: EPIPE, call: "sendmsg")) { try client.send([1]) }
    }

    @Test func `a listener takes the place of the one before, and nobody else may use it`() throws {
        let first = try LocalListener(path)
        let second = try LocalListener(path)
        let client = try LocalStream(connectingTo: path)
        let server = try accept(second)
        try server.send([7])
        #expect(try client.receive(limit: 1).bytes == [7])
        var status = stat()
        #expect(unsafe stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
        second.removePath()
        #expect(throws: SystemError(errno: ENOENT, call: "connect \(path)")) { _ = try LocalStream(connectingTo: path) }
        withExtendedLifetime(first.rawValue) {}
    }

    @Test func `a path without a listener, and one that is too long, are errors`() throws {
        do { _ = try LocalListener(path) }
        #expect(throws: SystemError(errno: ECONNREFUSED, call: "connect \(path)")) {
            _ = try LocalStream(connectingTo: path)
        }
        let long = "/tmp/" + String(repeating: "x", count: 120)
        #expect(throws: SystemError.self) { _ = try LocalListener(long) }
        #expect(throws: SystemError.self) { _ = try LocalStream(connectingTo: long) }
    }

    @Test func `what does not listen is not taken over`() throws {
        let event = try EventDescriptor()
        #expect(throws: SystemError.self) { try ListeningSocket.address(ofListening: event.rawValue) }
        let peer = try ListeningSocket(.loopback())
        let connection = try Socket.connect(to: peer.address).release()
        #expect(throws: SystemError.self) { _ = try ListeningSocket(takingOver: connection) }
        let local = try LocalListener(path)
        #expect(throws: SystemError.self) { try ListeningSocket.address(ofListening: local.rawValue) }
    }
}
