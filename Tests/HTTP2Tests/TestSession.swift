import HTTP2
import HTTPWire
import TestSupport

/// A session with what a client says to it and hears; requests are answered at once, but for paths of `/later`.
final class TestSession {
    let session: HTTP2Session
    /// The heads of the requests, or what was wrong with them.
    private(set) var heads: [String] = []
    private(set) var streams: [Int32] = []
    /// What was told of requests that are none.
    private(set) var rejections: [HTTP2Session.Event] = []
    /// The streams that wait for their answer.
    private(set) var owed: [Int32] = []
    /// All frames that the server has sent.
    private(set) var frames: [SentFrame] = []
    var content = "hello"

    init(streams: Int = 128, _ bytes: [UInt8] = TestFrames.opening) throws {
        session = try HTTP2Session(HTTP2Limits(streams: streams, request: RequestLimits()))
        if !bytes.isEmpty { send(bytes) }
    }

    /// Sends bytes, whole or in pieces, and takes what the server sends after each.
    func send(_ bytes: [UInt8], pieces size: Int? = nil) {
        var start = 0
        while start < bytes.count {
            let end = min(start + (size ?? bytes.count), bytes.count)
            take(bytes[start..<end])
            start = end
        }
    }

    private func take(_ bytes: ArraySlice<UInt8>) {
        let bytes = Array(bytes)
        var offset = 0
        while offset < bytes.count, session.failure == nil {
            let step = session.receive(bytes.span.extracting(offset...))
            offset += step.consumed
            switch step.event {
            case .request(let stream): answer(stream)
            case .malformed, .refused: rejections.append(step.event)
            case .none, .failed: break
            }
        }
        receive()
    }

    private func answer(_ stream: Int32) {
        streams.append(stream)
        let head = session.takeRequest { head, error in
            error.map { "\($0)" } ?? String(decoding: head.indices.map { head[$0] }, as: UTF8.self)
        }
        heads.append(head)
        if head.contains("/later") {
            owed.append(stream)
            session.owe(stream, reply: ReplyKey(place: Int(stream), generation: 0))
        } else {
            respond(stream)
        }
    }

    func respond(_ stream: Int32) {
        owed.removeAll { $0 == stream }
        let text = "HTTP/1.1 200 OK\r\nContent-Length: \(content.utf8.count)\r\nConnection: close\r\n\r\n\(content)"
        let bytes = Array(text.utf8)
        session.respond(stream, bytes.span)
    }

    /// Takes what the server sends now.
    func receive() {
        var buffer = ResponseBuffer(capacity: 64)
        while session.writeFrame(to: &buffer) {}
        let bytes = buffer.bytes
        frames += SentFrame.read(bytes.indices.map { bytes[$0] }) ?? []
    }

    /// Frames of a stream, but for what a connection begins with.
    func frames(of stream: UInt32) -> [SentFrame] { frames.filter { $0.stream == stream } }

    /// Whether a stream was answered to its end with status 200.
    func hasAnswer(_ stream: UInt32) -> Bool {
        let frames = frames(of: stream)
        // The index of `:status 200` in the static table: RFC 7541 appendix A.
        return frames.contains { $0.kind == 1 && $0.payload.contains(0x88) } && frames.contains { $0.endsStream }
    }

    /// The content that a stream was answered with.
    func content(of stream: UInt32) -> String {
        String(decoding: frames(of: stream).filter { $0.kind == 0 }.flatMap(\.payload), as: UTF8.self)
    }

    var goAway: SentFrame? { frames.last { $0.kind == 7 } }
}
