import Cryptography
import HTTP2
import HTTPWire
import Synchronization

/// What one loop counts; the place of a count in ``LoopCounters``.
enum LoopCount: Int, CaseIterable {
    case accepted, handedOver, refused, acceptPauses
    case success, redirection, clientError, serverError, bytesSent
    case deferred, deferredRefused, completionsDropped
    case headerExpired, bodyExpired, idleExpired, writeExpired, deferredReplyExpired, lingerExpired
    case proxyRefused, proxyInvalid, proxyExpired
    case handshakes, handshakesResumed, handshakesExpired, handshakesRefused, handshakesLost, misdirected
    case multiplexed, streamRequests, streamsRefused
}

/// What one loop counts: written by its thread, read by any.
///
/// The writer is alone, so a load and a store are enough. Relaxed, because no other memory depends on a count.
final class LoopCounters: Sendable {
    private let counts = InlineArray<30, Atomic<Int>> { _ in Atomic(0) }
    private let parseErrors = InlineArray<40, Atomic<Int>> { _ in Atomic(0) }
    private let streamFailures = InlineArray<4, Atomic<Int>> { _ in Atomic(0) }
    private let tlsFailures = InlineArray<7, Atomic<Int>> { _ in Atomic(0) }

    /// Adds to a count.
    func add(_ count: LoopCount, _ amount: Int = 1) {
        let value = counts[count.rawValue].load(ordering: .relaxed)
        counts[count.rawValue].store(value &+ amount, ordering: .relaxed)
    }

    /// Counts a request that could not be read.
    func addParseError(_ error: HTTPParseError) {
        guard let index = HTTPParseError.allCases.firstIndex(of: error) else { return }
        let value = parseErrors[index].load(ordering: .relaxed)
        parseErrors[index].store(value &+ 1, ordering: .relaxed)
    }

    /// Counts a TLS session that failed.
    func addFailure(_ failure: TLSServerFailure) {
        let value = tlsFailures[failure.rawValue].load(ordering: .relaxed)
        tlsFailures[failure.rawValue].store(value &+ 1, ordering: .relaxed)
    }

    /// Counts an HTTP/2 connection that had to end.
    func addFailure(_ failure: HTTP2Failure) {
        let value = streamFailures[failure.rawValue].load(ordering: .relaxed)
        streamFailures[failure.rawValue].store(value &+ 1, ordering: .relaxed)
    }

    /// Counts an answer.
    func addAnswer(status: UInt16, bytes: Int) {
        switch status {
        case 200..<300: add(.success)
        case 300..<400: add(.redirection)
        case 400..<500: add(.clientError)
        default: add(.serverError)
        }
        add(.bytesSent, bytes)
    }

    /// A count now.
    subscript(count: LoopCount) -> Int { counts[count.rawValue].load(ordering: .relaxed) }

    /// How often a request could not be read, by the place of its error among all.
    func parseErrors(_ index: Int) -> Int { parseErrors[index].load(ordering: .relaxed) }

    /// How often a TLS session failed in this way.
    func failures(_ failure: TLSServerFailure) -> Int { tlsFailures[failure.rawValue].load(ordering: .relaxed) }

    /// How often an HTTP/2 connection had to end in this way.
    func failures(_ failure: HTTP2Failure) -> Int { streamFailures[failure.rawValue].load(ordering: .relaxed) }
}
