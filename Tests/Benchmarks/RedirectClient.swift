import Platform

/// Sends the same requests again and again over one connection, each after the answer to the one before.
///
/// It keeps nothing of the answers, and takes only what a redirect looks like: status 3xx and no body.
struct RedirectClient {
    let address: SocketAddress
    /// Hosts, and the target behind each.
    private let requests: [[UInt8]]

    /// A client that asks for pairs of a host and a target, in turn.
    init(address: SocketAddress, asked: [String]) {
        self.address = address
        requests = stride(from: 0, to: asked.count - 1, by: 2).map { index in
            Array(
                browserRequest.replacing("www.shop.example", with: asked[index])
                    .replacing("/products/42?color=blue", with: asked[index + 1]).utf8)
        }
    }

    /// Sends requests and counts the answers.
    ///
    /// - Returns: Whether each was a redirect.
    /// - Throws: When there is no connection, or it ends early.
    func run(_ count: Int) throws(BenchmarkFailure) -> Bool {
        let socket: FileDescriptor
        do throws(SystemError) {
            socket = try Socket.connect(to: address)
        } catch {
            throw BenchmarkFailure(reason: "\(error)")
        }
        var answer = [UInt8](repeating: 0, count: 16_384)
        var redirects = 0
        for number in 0..<count {
            let request = requests[number % requests.count]
            guard Socket.send(socket.rawValue, request.span) == .bytes(request.count) else {
                throw BenchmarkFailure(reason: "the request could not be sent")
            }
            if try receiveRedirect(socket, &answer) { redirects += 1 }
        }
        print("\(redirects) redirects")
        return redirects == count
    }

    /// Receives until an empty line has come.
    ///
    /// - Returns: Whether the status was 3xx.
    private func receiveRedirect(
        _ socket: borrowing FileDescriptor,
        _ answer: inout [UInt8]
    ) throws(BenchmarkFailure) -> Bool {
        let end: [UInt8] = [0x0D, 0x0A, 0x0D, 0x0A]
        var matched = 0
        var isRedirect: Bool?
        while matched < end.count {
            var room = answer.mutableSpan
            guard case .bytes(let count) = Socket.receive(socket.rawValue, into: &room), count > 9 || matched > 0 else {
                throw BenchmarkFailure(reason: "the connection ended")
            }
            // HTTP/1.1 3xx
            if isRedirect == nil { isRedirect = answer[9] == 0x33 }
            for byte in answer[..<count] where matched < end.count {
                matched = byte == end[matched] ? matched + 1 : byte == end[0] ? 1 : 0
            }
        }
        return isRedirect == true
    }
}
