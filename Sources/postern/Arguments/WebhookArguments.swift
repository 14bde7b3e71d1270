import CommandLine
import Platform
import Prober

/// Whom to tell of alerts.
struct WebhookArguments {
    private static let webhook = Option(
        "webhook", "URL", "where alerts are posted; POSTERN_WEBHOOK_URL by default, nowhere without it")
    private static let allowed = Option(
        "webhook-allow", "CIDR", "addresses that the webhook may have although they are not public", isRepeated: true)
    private static let secret = Option(
        "webhook-secret", "FILE", "the file with the key that alerts are signed with; POSTERN_WEBHOOK_SECRET by default"
    )

    /// The options that are read here.
    static let options = [webhook, allowed, secret]

    /// Reads them.
    ///
    /// - Returns: The webhook; `nil` when nobody is to be told.
    /// - Throws: ``CommandFailure`` when the secret is missing or short, or the URL may not be posted to.
    static func webhook(_ arguments: ParsedArguments) throws -> Webhook? {
        let policy = AddressPolicy(allowing: try arguments.blocks(allowed))
        let variable = ProcessEnvironment.value("POSTERN_WEBHOOK_URL").flatMap { $0.isEmpty ? nil : $0 }
        guard let text = arguments.text(webhook) ?? variable else {
            for option in [allowed, secret] where arguments.has(option) {
                throw arguments.combination("\(option.spelling) is of use with \(webhook.spelling) only")
            }
            return nil
        }
        // The text is not shown: it may be a secret.
        let field = arguments.text(webhook) == nil ? "POSTERN_WEBHOOK_URL" : webhook.spelling
        guard let url = TransferURL(text) else {
            throw CommandFailure(.refused, "\(field): a webhook is an https URL without user and fragment")
        }
        guard let found = Webhook(url, policy: policy, secret: try key(arguments)) else {
            throw CommandFailure(
                .refused,
                "\(field): plain http, and an address that is not public, are for what is inside of \(allowed.spelling)"
            )
        }
        return found
    }

    private static func key(_ arguments: ParsedArguments) throws -> WebhookSecret {
        let bytes: [UInt8]
        if let path = arguments.text(secret) {
            bytes = try File.read(path, limit: 1 << 16)
        } else if let text = ProcessEnvironment.value("POSTERN_WEBHOOK_SECRET"), !text.isEmpty {
            bytes = Array(text.utf8)
        } else {
            throw CommandFailure(
                .configuration, "alerts are signed: set POSTERN_WEBHOOK_SECRET or give \(secret.spelling) FILE")
        }
        guard let key = WebhookSecret(bytes) else {
            throw CommandFailure(
                .configuration,
                "the webhook's secret has less than \(WebhookSecret.leastByteCount) bytes; make one with:"
                    + " openssl rand -hex 32")
        }
        return key
    }
}
