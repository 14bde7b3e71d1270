import Foundation
import Platform

/// An answer, as it came over a real socket.
struct HTTPAnswer: Sendable {
    let status: Int
    /// The fields by name in lower case.
    let fields: [String: String]
    let body: [UInt8]

    var location: String? { fields["location"] }
    var text: String { String(decoding: body, as: UTF8.self) }

    struct Failure: Error {
        let call: String
    }

    /// Sends one request over a connection of its own and reads the whole answer.
    static func of(_ method: String, _ target: String, host: String, at address: String) throws -> HTTPAnswer {
        try of("\(method) \(target) HTTP/1.1\r\nHost: \(host)\r\nConnection: close\r\n\r\n", at: address)
    }

    /// Sends bytes as they are and reads what comes until the end of the connection.
    static func of(_ request: String, at address: String) throws -> HTTPAnswer {
        guard let address = SocketAddress(address) else { throw Failure(call: "address \(address)") }
        let connection = try Socket.connect(to: address)
        var rest = Array(request.utf8)
        while !rest.isEmpty {
            guard case .bytes(let count) = Socket.send(connection.rawValue, rest.span) else {
                throw Failure(call: "send")
            }
            rest.removeFirst(count)
        }
        let poller = try Epoll(capacity: 1)
        try poller.add(connection.rawValue, .readable, token: 0)
        var bytes: [UInt8] = []
        var block = [UInt8](repeating: 0, count: 65_536)
        while true {
            guard poller.wait(timeout: .seconds(60)) > 0 else { throw Failure(call: "no answer") }
            var span = block.mutableSpan
            switch Socket.receive(connection.rawValue, into: &span) {
            case .bytes(0): return try HTTPAnswer(bytes)
            case .bytes(let count): bytes += block[..<count]
            case .wouldBlock: continue
            case .failed: throw Failure(call: "receive")
            }
        }
    }

    private init(_ bytes: [UInt8]) throws {
        guard let end = bytes.firstRange(of: Array("\r\n\r\n".utf8)) else { throw Failure(call: "no head") }
        let lines = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
        let words = lines[0].split(separator: " ")
        guard words.count >= 2, words[0] == "HTTP/1.1", let status = Int(words[1]) else {
            throw Failure(call: lines[0])
        }
        self.status = status
        var fields: [String: String] = [:]
        for line in lines.dropFirst() {
            let parts = line.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2 else { throw Failure(call: line) }
            fields[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
        }
        self.fields = fields
        body = Array(bytes[end.upperBound...])
    }
}
