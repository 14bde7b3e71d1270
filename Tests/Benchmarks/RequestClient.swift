import Platform

/// Sends the same requests again and again over one connection, each after the answer to the one before.
///
/// It keeps nothing of the answers but their status.
struct RequestClient {
    let address: SocketAddress
    /// What the status of each answer begins with.
    private let status: [UInt8]
    /// Hosts, and the target behind each.
    private let requests: [[UInt8]]

    /// A client that asks for pairs of a host and a target, in turn.
    ///
    /// - Parameters:
    ///   - address: Of the server.
    ///   - status: What the status of each answer has to begin with.
    ///   - field: The line of one more field; none if empty.
    ///   - asked: Hosts and targets.
    init(address: SocketAddress, status: String, field: String = "", asked: [String]) {
        self.address = address
        self.status = Array(status.utf8)
        requests = stride(from: 0, to: asked.count - 1, by: 2).map { index in
            Array(
                browserRequest.replacing("www.shop.example", with: asked[index])
                    .replacing("/products/42?color=blue", with: asked[index + 1])
                    .replacing("Accept: ", with: field.isEmpty ? "Accept: " : "\(field)\r\nAccept: ").utf8)
        }
    }

    /// Sends requests and counts the answers.
    ///
    /// - Returns: Whether each had the status.
    /// - Throws: When there is no connection, or it ends early.
    func run(_ count: Int) throws(BenchmarkFailure) -> Bool {
        let socket: FileDescriptor
        do throws(SystemError) {
            socket = try Socket.connect(to: address)
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        var piece = [UInt8](repeating: 0, count: 16_384)
        var good = 0
        var bytes = 0
        for number in 0..<count {
            let request = requests[number % requests.count]
            guard Socket.send(socket.rawValue, request.span) == .bytes(request.count) else {
                throw BenchmarkFailure(reason: "the request could not be sent")
            }
            let answer = try receive(socket, &piece)
            if answer.isExpected { good += 1 }
            bytes += answer.length
        }
        let expected = String(decoding: status, as: UTF8.self)
        print("\(good) answers with status \(expected), \(bytes / max(count, 1)) bytes each")
        return good == count
    }

    /// Receives an answer: up to an empty line, and the content that is announced.
    ///
    /// - Returns: Whether its status is the one that was expected, and how many bytes it has.
    private func receive(
        _ socket: borrowing FileDescriptor,
        _ piece: inout [UInt8]
    ) throws(BenchmarkFailure) -> (isExpected: Bool, length: Int) {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        var answer: [UInt8] = []
        while true {
            var room = piece.mutableSpan
            guard case .bytes(let count) = Socket.receive(socket.rawValue, into: &room), count > 0 else {
                throw BenchmarkFailure(reason: "the connection ended")
            }
            answer += piece[..<count]
            guard let head = answer.firstRange(of: end) else { continue }
            let isExpected = answer[9...].starts(with: status)
            // Redirects have none: what is measured most costs no search.
            let content = isExpected && status.first == 0x33 ? 0 : contentLength(answer[..<head.lowerBound])
            if answer.count >= head.upperBound + content { return (isExpected, answer.count) }
        }
    }

    private func contentLength(_ head: ArraySlice<UInt8>) -> Int {
        let lines = String(decoding: head, as: UTF8.self).lowercased().split(separator: "\r\n")
        let line = lines.first { $0.hasPrefix("content-length:") }
        return line.flatMap { Int($0.dropFirst(15).drop { $0 == " " }) } ?? 0
    }
}
