import CommandLine
import Glibc
import Platform

/// One question to the admin listener of a running gateway, answered by what it serves at the moment.
struct AdminRequest {
    /// How long the whole exchange may take.
    private static let deadline: Duration = .seconds(10)
    /// The longest answer.
    private static let limit = 1 << 20

    private let address: SocketAddress
    private let target: String

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - base: `http://127.0.0.1:9180`: an address and a port.
    ///   - target: Path and query, percent-encoded.
    /// - Throws: ``CommandFailure`` for a base of another form.
    init(base: String, target: String) throws {
        var text = base[...]
        if text.hasPrefix("http://") { text = text.dropFirst("http://".count) }
        if text.hasSuffix("/") { text = text.dropLast() }
        guard let address = SocketAddress(String(text)) else {
            throw CommandFailure.refused(
                "--gateway", base, "is the admin listener's address and port, like http://127.0.0.1:9180")
        }
        self.address = address
        self.target = target
    }

    /// Asks.
    ///
    /// - Returns: The body of a 200.
    /// - Throws: ``CommandFailure`` when nobody answers in time, or the answer is another.
    func send() throws -> [UInt8] {
        let answer: [UInt8]
        do throws(SystemError) {
            answer = try exchange()
        } catch {
            throw CommandFailure(.unavailable, "the gateway at \(address) does not answer: \(error)")
        }
        guard let end = answer.firstRange(of: Array("\r\n\r\n".utf8)) else {
            throw CommandFailure(.unavailable, "what answers at \(address) is no gateway")
        }
        let body = Array(answer[end.upperBound...])
        let line = String(decoding: answer.prefix { $0 != 0x0D }, as: UTF8.self)
        guard line.hasPrefix("HTTP/1.1 200 ") else {
            let isRefusal = line.hasPrefix("HTTP/1.1 400 ")
            throw CommandFailure(
                isRefusal ? .refused : .unavailable,
                "the gateway says: \(isRefusal ? String(decoding: body.dropLast(), as: UTF8.self) : line)")
        }
        return body
    }

    private func exchange() throws(SystemError) -> [UInt8] {
        let end = MonotonicTime.now() + Self.deadline
        let socket = try Socket.connect(to: address)
        var request = Array("GET \(target) HTTP/1.1\r\nHost: \(address)\r\nConnection: close\r\n\r\n".utf8)
        while !request.isEmpty {
            guard case .bytes(let count) = Socket.send(socket.rawValue, request.span) else { throw .last("send") }
            request.removeFirst(count)
        }
        let poller = try Epoll(capacity: 1)
        try poller.add(socket.rawValue, .readable, token: 0)
        var answer: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while answer.count <= Self.limit {
            guard poller.wait(until: end, now: .now()) > 0 else { throw SystemError(errno: ETIMEDOUT, call: "receive") }
            var span = block.mutableSpan
            switch Socket.receive(socket.rawValue, into: &span) {
            case .bytes(0): return answer
            case .bytes(let count): answer += block[..<count]
            case .wouldBlock: continue
            case .failed(let number): throw SystemError(errno: number, call: "receive")
            }
        }
        throw SystemError(errno: EFBIG, call: "receive")
    }
}
