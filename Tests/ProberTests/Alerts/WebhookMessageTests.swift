import Cryptography
import Platform
import Postgres
import Testing

@testable import Prober

/// What is posted to a webhook.
@Suite struct WebhookMessageTests {
    private static let start = UnixTime(seconds: 1_800_000_000)

    @Test func `a message is signed with its time, and has the same key at every delivery`() throws {
        let alerts = [try PendingAlert.example(1), try PendingAlert.example(2)]
        let batch = AlertBatch(key: alerts[0].key, alerts: alerts)
        let secret = try #require(WebhookSecret(Array("sixteen bytes or more\n".utf8)))
        let message = try WebhookMessage(batch, secret: secret, at: Self.start)
        let again = try WebhookMessage(batch, secret: secret, at: Self.start + .seconds(60))
        #expect(message.headers.value("idempotency-key") == alerts[0].key.text)
        #expect(again.headers.value("idempotency-key") == alerts[0].key.text)
        #expect(message.body == again.body)
        let signed = Array("1800000000.".utf8) + message.body
        let tag = try HMACSHA256.tag(of: signed, key: Array("sixteen bytes or more".utf8))
        #expect(message.headers.value("postern-timestamp") == "1800000000")
        #expect(message.headers.value("postern-signature") == "sha256=\(tag.hex)")
        #expect(again.headers.value("postern-signature") != "sha256=\(tag.hex)")
        let (first, second) = (alerts[0].key, alerts[1].key)
        let member = #""host":"go.shop.example","text":"it is unreachable""#
        #expect(
            String(decoding: message.body, as: UTF8.self)
                == #"{"version":1,"key":"\#(first)","event":"raised","cause":"origin/unreachable","#
                + #""text":"it is unreachable (and 1 more of the kind)","#
                + #""alerts":[{"key":"\#(first)",\#(member)},{"key":"\#(second)",\#(member)}]}"#)
    }

    @Test(arguments: [("", false), ("  fifteen bytes!\n", false), ("\tsixteen bytes!!!\r\n", true)])
    func `a secret has sixteen bytes or more, without the space around it, and is never shown`(
        text: String, isTaken: Bool
    ) {
        let secret = WebhookSecret(Array(text.utf8))
        #expect((secret != nil) == isTaken)
        if let secret {
            #expect("\(secret)" == "(secret)" && String(reflecting: secret) == "(secret)")
            #expect(Mirror(reflecting: secret).children.isEmpty)
        }
    }

    @Test(arguments: [
        ("https://hooks.acme.example/x", true), ("http://hooks.acme.example/x", false),
        ("http://10.0.0.7:8080/", true), ("http://10.0.1.7/", false), ("http://8.8.8.8/", false),
        ("https://10.0.1.7/", false), ("https://10.0.0.7/", true), ("https://8.8.8.8/", true),
    ])
    func `plain http, and an address that is not public, are for what is allowed by name`(text: String, isTaken: Bool)
        throws
    {
        let url = try #require(TransferURL(text))
        let policy = AddressPolicy(allowing: [try #require(AddressBlock("10.0.0.0/24"))])
        let secret = try #require(WebhookSecret([UInt8](repeating: 1, count: 16)))
        #expect((Webhook(url, policy: policy, secret: secret) != nil) == isTaken)
    }
}
