import HTTPServer
import Platform

/// The side of a takeover that comes: it gets the sockets, and says when it serves.
final class TakeoverClaim: Sendable {
    /// The sockets of the process before.
    let sockets: GivenSockets

    private let stream: LocalStream

    /// Asks for the sockets of whoever listens at a path.
    ///
    /// - Parameter path: The path.
    /// - Returns: The claim; `nil` when nobody is there: this is the first process.
    /// - Throws: ``GatewayError`` when somebody is there who passes no sockets.
    static func make(_ path: String) throws(GatewayError) -> TakeoverClaim? {
        // Another successor may have come first: then the path is soon its own.
        for _ in 0..<200 {
            switch try ask(path) {
            case .claim(let claim): return claim
            case .nobody: return nil
            case .closed: _ = try? Epoll(capacity: 1).wait(timeout: .milliseconds(50))
            }
        }
        throw GatewayError(.configuration, "--takeover \(path): the process there gives nothing away")
    }

    private enum Answer {
        case claim(TakeoverClaim)
        case nobody
        case closed
    }

    private static func ask(_ path: String) throws(GatewayError) -> Answer {
        do throws(SystemError) {
            let stream = try LocalStream(connectingTo: path)
            let (text, descriptors) = try stream.receive(limit: 65_536)
            if let sockets = TakeoverMessage.sockets(text, descriptors) {
                return .claim(TakeoverClaim(GivenSockets(sockets), stream))
            }
            for descriptor in descriptors { Socket.close(descriptor) }
            if text.isEmpty { return .closed }
        } catch {
            if error.saysThatNobodyListens { return .nobody }
            if error.saysThatThePeerIsGone { return .closed }
            throw GatewayError(.configuration, "--takeover: \(error)")
        }
        throw GatewayError(.configuration, "--takeover \(path): what is said there is no takeover")
    }

    private init(_ sockets: GivenSockets, _ stream: consuming LocalStream) {
        self.sockets = sockets
        self.stream = stream
    }

    /// Says that this process serves.
    ///
    /// - Returns: Whether the process before hears it; one that has ended does not need to.
    @discardableResult
    func confirm() -> Bool {
        do throws(SystemError) {
            try stream.send(TakeoverMessage.ready)
            return true
        } catch {
            return false
        }
    }
}
