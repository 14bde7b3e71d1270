import Glibc
package import Platform

/// A name server on 127.0.0.1, by UDP and TCP on one port, that answers as the test says; safe from any thread.
package final class TestNameServer: Sendable {
    /// Where it listens.
    package let address: SocketAddress

    private let log: LockedValue<[TestQuery]>
    private let zone: LockedValue<[String: [TestRecord]]>
    private let stopped: EventDescriptor
    private let threads = ThreadGroup()

    /// Starts a server.
    ///
    /// - Parameter answer: Is asked on the server's thread for every question.
    /// - Throws: ``SystemError`` when no descriptor or thread is left.
    package convenience init(_ answer: @escaping @Sendable (TestQuery) -> TestReply) throws {
        try self.init(zone: LockedValue([:]), answer)
    }

    private init(
        zone: LockedValue<[String: [TestRecord]]>, _ answer: @escaping @Sendable (TestQuery) -> TestReply
    ) throws {
        self.zone = zone
        stopped = try EventDescriptor()
        log = LockedValue([])
        let sockets = try Sockets()
        address = sockets.tcp.address
        let (log, stop) = (log, stopped.rawValue)
        try threads.start(name: "name-server") {
            var loop = Loop(sockets: sockets, stop: stop, log: log, answer: answer)
            loop.run()
        }
    }

    /// Starts a server of names with their records; other names do not exist.
    ///
    /// An alias is answered with the records of the name it leads to, where the zone holds that.
    ///
    /// - Parameter zone: Names in lower case; ``set(_:_:)`` changes it later.
    /// - Throws: ``SystemError`` when no descriptor or thread is left.
    package convenience init(zone: [String: [TestRecord]]) throws {
        let shared = LockedValue(zone)
        try self.init(zone: shared) { query in shared.withLock { Self.answer(query, from: $0) } }
    }

    /// Changes the records of a name of the zone; `nil` takes the name away.
    package func set(_ name: String, _ records: [TestRecord]?) {
        zone.withLock { $0[name] = records }
    }

    deinit {
        stopped.signal()
        threads.join()
    }

    /// The questions so far, in order.
    package var queries: [TestQuery] { log.withLock { $0 } }

    /// Answers a question from a zone.
    package static func answer(_ query: TestQuery, from zone: [String: [TestRecord]]) -> TestReply {
        var name = query.name.lowercased()
        var answer: [TestRecord] = []
        guard zone[name] != nil else { return .code(3) }
        for _ in 0..<20 {
            let records = zone[name] ?? []
            answer += records.filter { $0.type == query.type }
            guard case .cname(let target)? = records.first(where: { $0.type == 5 }) else { break }
            answer.append(.cname(target))
            name = target.lowercased()
        }
        return .records(answer)
    }
}

extension TestNameServer {
    /// A UDP and a TCP socket with one port.
    private final class Sockets: Sendable {
        let udp: FileDescriptor
        let tcp: ListeningSocket

        init() throws {
            for _ in 0..<100 {
                let udp = FileDescriptor(owning: socket(AF_INET, Int32(SOCK_DGRAM.rawValue | SOCK_CLOEXEC.rawValue), 0))
                let tcp = try ListeningSocket(.loopback())
                var address = sockaddr_in()
                address.sin_family = sa_family_t(AF_INET)
                address.sin_port = tcp.address.port.bigEndian
                address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
                let status = unsafe withUnsafePointer(to: &address) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe bind(udp.rawValue, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                    }
                }
                if status == 0 {
                    self.udp = udp
                    self.tcp = tcp
                    return
                }
            }
            throw SystemError.last("bind")
        }
    }

    /// The server's thread.
    private struct Loop {
        let sockets: Sockets
        let stop: Int32
        let log: LockedValue<[TestQuery]>
        let answer: @Sendable (TestQuery) -> TestReply
        var counts: [String: Int] = [:]
        var delayed: [(time: MonotonicTime, send: () -> Void)] = []
        var connections: [Int32: [UInt8]] = [:]

        init(
            sockets: Sockets, stop: Int32, log: LockedValue<[TestQuery]>,
            answer: @escaping @Sendable (TestQuery) -> TestReply
        ) {
            self.sockets = sockets
            self.stop = stop
            self.log = log
            self.answer = answer
        }

        mutating func run() {
            guard let epoll = try? Epoll() else { return }
            for number in [stop, sockets.udp.rawValue, sockets.tcp.rawValue] {
                try? epoll.add(number, .readable, token: UInt64(number))
            }
            while true {
                let wake = delayed.map(\.time).min() ?? .distantFuture
                for index in 0..<epoll.wait(until: wake, now: .now()) {
                    let number = Int32(truncatingIfNeeded: epoll.event(index).token)
                    switch number {
                    case stop:
                        for connection in connections.keys { Socket.close(connection) }
                        return
                    case sockets.udp.rawValue: receiveDatagram()
                    case sockets.tcp.rawValue:
                        guard case .connection(let connection, _) = sockets.tcp.accept() else { continue }
                        connections[connection] = []
                        try? epoll.add(connection, .readable, token: UInt64(connection))
                    default: receive(from: number)
                    }
                }
                let now = MonotonicTime.now()
                for entry in delayed where entry.time <= now { entry.send() }
                delayed.removeAll { $0.time <= now }
            }
        }

        private mutating func receiveDatagram() {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            var from = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            let count = unsafe withUnsafeMutablePointer(to: &from) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    unsafe recvfrom(sockets.udp.rawValue, &bytes, bytes.count, 0, $0, &length)
                }
            }
            guard count > 0 else { return }
            let (peer, descriptor) = (from, sockets.udp.rawValue)
            serve(Array(bytes[..<count]), isTCP: false, port: UInt16(bigEndian: from.sin_port)) { message in
                var peer = peer
                _ = unsafe withUnsafePointer(to: &peer) { pointer in
                    unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                        unsafe sendto(descriptor, message, message.count, 0, $0, length)
                    }
                }
            }
        }

        private mutating func receive(from connection: Int32) {
            var bytes = [UInt8](repeating: 0, count: 65_536)
            let count = unsafe recv(connection, &bytes, bytes.count, 0)
            guard count > 0 else {
                Socket.close(connection)
                connections[connection] = nil
                return
            }
            connections[connection, default: []] += bytes[..<count]
            while let held = connections[connection], held.count >= 2 {
                let size = Int(held[0]) << 8 | Int(held[1])
                guard held.count >= 2 + size else { return }
                connections[connection] = Array(held[(2 + size)...])
                serve(Array(held[2..<2 + size]), isTCP: true, port: 0) { message in
                    let size = [UInt8(message.count >> 8), UInt8(message.count & 0xFF)]
                    _ = Socket.send(connection, (size + message).span)
                }
            }
        }

        private mutating func serve(_ bytes: [UInt8], isTCP: Bool, port: UInt16, send: @escaping ([UInt8]) -> Void) {
            let query = TestQuery(bytes, isTCP: isTCP, sourcePort: port) { name, type in
                defer { counts["\(name) \(type)", default: 0] += 1 }
                return counts["\(name) \(type)", default: 0]
            }
            guard let query else { return }
            log.withLock { $0.append(query) }
            let reply = answer(query)
            guard let message = reply.message(to: query) else { return }
            if reply.delay > .zero {
                delayed.append((.now() + reply.delay, { send(message) }))
            } else {
                send(message)
            }
        }
    }
}
