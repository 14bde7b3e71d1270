import DeepLinks
import HTTPWire

/// What authorities ask before they sign a certificate.
extension LoopGateway {
    /// Answers a challenge (RFC 8555 section 8.3), or 404.
    ///
    /// The only requests that take a lock: they are few, and no client's.
    func answerChallenge(_ path: Span<UInt8>, _ response: inout ResponseWriter) {
        let token = path.extracting(ReservedPath.challengePrefix.utf8CodeUnitCount...)
        let host = String(decoding: [UInt8](copying: host.name), as: UTF8.self)
        guard token.count <= 200,
            let answer = challenges.answer(
                to: String(decoding: [UInt8](copying: token), as: UTF8.self), at: host, now: now)
        else { return response.answerPage(.notFound, Page.notFound) }
        response.start(.ok)
        response.field("Content-Type", "application/octet-stream")
        response.field("Cache-Control", "no-store")
        let body = Array(answer.utf8)
        response.end(body.span)
    }
}
