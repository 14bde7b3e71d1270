import HTTP2
import HTTPWire

/// Fuzzes the frames of a client of HTTP/2, behind a preface and settings that are good.
///
/// Laws: bytes that are cut anywhere bring the same requests and the same end as in one piece; what is no refused head is one
/// that the parser of HTTP/1.1 reads to its end or refuses.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let whole = Conversation(bytes, cut: count)
    let cut = count == 0 ? 0 : Int(bytes[count - 1]) % count
    let pieces = Conversation(bytes, cut: cut)
    expect(whole.requests == pieces.requests, "\(whole.requests) became \(pieces.requests)")
    expect(whole.failure == pieces.failure, "\(String(describing: whole.failure)) became another")
    return 0
}

/// What becomes of a client's bytes.
private struct Conversation {
    var requests: [String] = []
    var failure: HTTP2Failure?

    init(_ bytes: Span<UInt8>, cut: Int) {
        guard let session = try? HTTP2Session(HTTP2Limits(streams: 4, request: RequestLimits())) else { return }
        let opening = Array("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n".utf8) + [0, 0, 0, 4, 0, 0, 0, 0, 0]
        take(opening.span, session)
        take(bytes.extracting(..<cut), session)
        take(bytes.extracting(cut...), session)
        var output = ResponseBuffer(capacity: 64)
        while session.writeFrame(to: &output) {}
        failure = session.failure
    }

    private mutating func take(_ bytes: Span<UInt8>, _ session: HTTP2Session) {
        var offset = 0
        while offset < bytes.count, session.failure == nil {
            let step = session.receive(bytes.extracting(offset...))
            offset += step.consumed
            guard case .request(let stream) = step.event else { continue }
            let head = session.takeRequest { head, error in error.map { "\($0)" } ?? read(head) }
            requests.append("\(stream) \(head)")
            let answer = Array("HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\na".utf8)
            if stream % 4 == 1 {
                session.respond(stream, answer.span)
            } else {
                session.owe(stream, reply: ReplyKey(place: Int(stream), generation: 0))
            }
        }
        while session.takeLost() != nil {}
    }

    private func read(_ head: Span<UInt8>) -> String {
        var parser = RequestParser()
        var parsed = RequestHead(limits: RequestLimits())
        switch parser.parse(head, into: &parsed, limits: RequestLimits()) {
        case .complete(let count): expect(count == head.count, "a head of \(head.count) bytes ended after \(count)")
        case .needMore: expect(false, "a head without an end")
        case .invalid: break
        }
        return String(decoding: head.indices.map { head[$0] }, as: UTF8.self)
    }
}
