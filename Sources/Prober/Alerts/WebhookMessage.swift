package import Cryptography
import JSONText
package import Platform
import Postgres

/// What is posted to a webhook: a JSON body, signed together with the time.
///
/// The guide "Alerts" tells those who receive it what it means.
package struct WebhookMessage: Hashable, Sendable {
    /// The body: `{"version": 1, "key": …, "event": …, "cause": …, "text": …, "alerts": […]}`.
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
    ///   - secret: The key of the signature.
    ///   - time: Now.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package init(_ batch: AlertBatch, secret: WebhookSecret, at time: UnixTime) throws(CryptographyError) {
        var writer = JSONWriter(layout: .compact)
        let told = batch.alerts.map { (key: $0.key.text, members: Self.members(of: $0.body)) }
        writer.object { writer in
            writer.member("version", 1)
            writer.member("key", batch.key.text)
            writer.member("event", batch.event.rawValue)
            writer.member("cause", batch.cause)
            writer.member("text", Self.text(told.map(\.members)))
            writer.name("alerts")
            writer.array { writer in
                for alert in told {
                    writer.object { writer in
                        writer.member("key", alert.key)
                        for member in alert.members {
                            writer.name(member.name)
                            writer.write(member.node.value)
                        }
                    }
                }
            }
        }
        body = writer.bytes
        let seconds = String(time.microseconds / 1_000_000)
        let tag = try HMACSHA256.tag(of: Array("\(seconds).".utf8) + body, key: secret.bytes)
        headers = [
            HeaderField(name: "Content-Type", value: "application/json"),
            HeaderField(name: "Idempotency-Key", value: batch.key.text),
            HeaderField(name: "Postern-Timestamp", value: seconds),
            HeaderField(name: "Postern-Signature", value: "sha256=\(tag.hex)"),
        ]
    }

    private static func members(of body: String) -> [JSONMember] {
        guard let node = try? JSONReader.read(Array(body.utf8), grammar: .rfc8259),
            case .object(let members) = node.value
        else { return [] }
        return members
    }

    /// The whole message in one line, for people: that of its first alert, and how many more there are.
    private static func text(_ alerts: [[JSONMember]]) -> String {
        let texts = alerts.lazy.flatMap { $0 }.filter { $0.name == "text" }
        guard let first = texts.first, case .string(let text) = first.node.value else { return "" }
        return alerts.count == 1 ? text : "\(text) (and \(alerts.count - 1) more of the kind)"
    }
}
