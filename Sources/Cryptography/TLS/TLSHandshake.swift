import Platform

/// A handshake under way over a non-blocking socket of its own; whoever owns it waits for the socket.
///
/// Confined to one
/// thread at a time.
///
/// While ``wish`` names a readiness, wait for ``descriptor`` to have it, then call ``goOn()``; at the deadline call
/// ``expire()``. The socket closes with the handshake.
package struct TLSHandshake: ~Copyable {
    /// What a handshake waits for.
    package enum Wish: Sendable {
        /// The socket has bytes to read.
        case readable
        /// The socket takes bytes, or the attempt to connect has ended.
        case writable
    }

    /// What it waits for; `nil` when it has ended.
    package private(set) var wish: Wish? = .writable

    /// What was seen so far; complete when ``wish`` is `nil`.
    package private(set) var inspection: TLSInspection

    /// The number of the socket; valid while ``wish`` is not `nil`.
    package private(set) var descriptor: Int32 = -1

    private let trust: TrustStore
    private let begin = MonotonicTime.now()
    private var socket: FileDescriptor?
    private var session: TLSSession?
    private var isConnected = false
    private var outgoing: [UInt8]
    private var received = 0

    /// The most bytes a server may send before its handshake is complete.
    private static let receiveLimit = 1 << 20

    init(
        _ address: SocketAddress, host: String, trust: TrustStore, session: Result<TLSSession, TLSFailure>,
        preface: [UInt8]
    ) {
        outgoing = preface
        inspection = TLSInspection(address: address, host: host)
        self.trust = trust
        switch session {
        case .success(let session): self.session = session
        case .failure(let failure):
            _ = end(failure)
            return
        }
        do throws(SystemError) {
            let socket = try Socket.beginConnecting(to: address)
            descriptor = socket.rawValue
            self.socket = consume socket
        } catch {
            _ = end(.notConnected(errno: error.errno))
        }
    }

    /// Goes on after the socket has become ready.
    package mutating func goOn() {
        guard wish != nil, let session else { return }
        if !isConnected {
            if let error = Socket.connectionError(descriptor) {
                _ = end(.notConnected(errno: error.errno))
                return
            }
            isConnected = true
            inspection.connectTime = .now() - begin
        } else if wish == .readable {
            guard receive(session) else { return }
        }
        step(session)
    }

    /// Ends the handshake at its deadline.
    ///
    /// - Returns: What was seen.
    @discardableResult
    package mutating func expire() -> TLSInspection {
        end(isConnected ? .handshakeTimedOut : .connectTimedOut)
    }

    /// Ends the handshake.
    mutating func end(_ failure: TLSFailure?) -> TLSInspection {
        guard wish != nil else { return inspection }
        wish = nil
        inspection.failure = failure
        session = nil
        socket = nil
        return inspection
    }

    private mutating func receive(_ session: TLSSession) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 16_384)
        var span = bytes.mutableSpan
        switch Socket.receive(descriptor, into: &span) {
        case .bytes(0):
            note(session)
            _ = end(.closed(errno: nil))
            return false
        case .bytes(let count):
            received += count
            guard received <= Self.receiveLimit else {
                _ = end(.protocolViolated(code: 0))
                return false
            }
            session.feed(bytes.span.extracting(0..<count))
            return true
        case .wouldBlock: return true
        case .failed(let number):
            note(session)
            _ = end(.closed(errno: number))
            return false
        }
    }

    private mutating func step(_ session: TLSSession) {
        let step = session.step()
        switch step {
        case .needsInput:
            outgoing += session.takeOutput()
            if let error = send() {
                _ = end(.closed(errno: error))
            } else {
                wish = outgoing.isEmpty ? .readable : .writable
            }
        case .failed(let failure):
            note(session)
            finish(session)
            _ = end(failure)
        case .complete:
            note(session)
            inspection.handshakeTime = .now() - begin - (inspection.connectTime ?? .zero)
            session.close()
            finish(session)
            _ = end(nil)
        }
    }

    /// Sends the last words; that they do not arrive changes nothing.
    private mutating func finish(_ session: TLSSession) {
        outgoing += session.takeOutput()
        _ = send()
    }

    /// Takes over what the session knows, and judges it.
    private mutating func note(_ session: TLSSession) {
        inspection.asksForCertificate = session.asksForCertificate
        inspection.chain = session.chain
        guard !inspection.chain.isEmpty else { return }
        inspection.version = session.version
        inspection.applicationProtocol = session.applicationProtocol
        let examination = try? trust.examine(inspection.chain, host: inspection.host, at: .now())
        inspection.isUsed = examination?.isUsed ?? inspection.chain.map { _ in true }
        let isOld = inspection.version.map { $0 < .tls12 } ?? false
        inspection.findings = (isOld ? [.protocolTooOld] : []) + (examination?.findings ?? [])
    }

    /// Sends what the socket takes.
    ///
    /// - Returns: The `errno` when the connection is of no more use.
    private mutating func send() -> Int32? {
        while !outgoing.isEmpty {
            switch Socket.send(descriptor, outgoing.span) {
            case .bytes(let count): outgoing.removeFirst(count)
            case .wouldBlock: return nil
            case .failed(let number): return number
            }
        }
        return nil
    }
}
