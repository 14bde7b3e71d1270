package import Cryptography
import JSONText
package import Platform

/// What is posted to a webhook: a JSON body, signed together with the time.
package struct WebhookMessage: Hashable, Sendable {
    /// The body: `{"version": 1, "key": …, "event": …, "cause": …, "alerts": […]}`.
    package let body: [UInt8]

    /// The header fields, in order.
    package let headers: [HeaderField]

    /// Makes the message of a batch.
    ///
    /// `Postern-Signature` is the hexadecimal HMAC-SHA256 of the time in seconds, a full stop, and the body, so that a
    /// message cannot be sent again later; `Idempotency-Key` is the same at every delivery of the batch.
    ///
    /// - Parameters:
    ///   - batch: What is told.
    ///   - secret: The key of the signature; `nil` signs nothing.
    ///   - time: Now.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package init(_ batch: AlertBatch, secret: [UInt8]?, at time: UnixTime) throws(CryptographyError) {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("version", 1)
            writer.member("key", batch.key)
            writer.member("event", batch.alerts[0].event.rawValue)
            writer.member("cause", batch.alerts[0].cause)
            writer.name("alerts")
            writer.array { writer in
                for alert in batch.alerts {
                    guard let node = try? JSONReader.read(Array(alert.body.utf8), grammar: .rfc8259) else { continue }
                    writer.write(node.value)
                }
            }
        }
        body = writer.bytes
        let seconds = String(time.microseconds / 1_000_000)
        var headers = [
            HeaderField(name: "Content-Type", value: "application/json"),
            HeaderField(name: "Idempotency-Key", value: batch.key),
            HeaderField(name: "Postern-Timestamp", value: seconds),
        ]
        if let secret {
            let tag = try HMACSHA256.tag(of: Array("\(seconds).".utf8) + body, key: secret)
            headers.append(HeaderField(name: "Postern-Signature", value: "sha256=\(tag.hex)"))
        }
        self.headers = headers
    }
}
