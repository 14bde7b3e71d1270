import Platform

/// Where alerts are posted.
package struct Webhook: Sendable {
    /// The URL; its path and query may be a secret of their own, so they are never logged.
    package let url: TransferURL

    /// The addresses that may be connected to.
    package let policy: AddressPolicy

    /// What messages are signed with.
    package let secret: WebhookSecret

    /// How long a delivery may take.
    ///
    /// Default 10 s.
    package var timeout: Duration = .seconds(10)

    /// Describes a webhook; `nil` when its host is an address that the policy blocks, or its URL plain `http` and its host no
    /// address that the policy allows by name: what is said to the public goes over TLS.
    ///
    /// - Parameters:
    ///   - url: Where messages are posted.
    ///   - policy: The addresses that may be connected to.
    ///   - secret: What messages are signed with.
    package init?(_ url: TransferURL, policy: AddressPolicy, secret: WebhookSecret) {
        let address = url.literal
        guard url.isSecure || address.map({ address in policy.allowed.contains { $0.contains(address) } }) == true,
            address.map({ policy.judge($0) == .allowed }) ?? true
        else { return nil }
        self.url = url
        self.policy = policy
        self.secret = secret
    }

    /// The request that posts a message.
    func request(_ message: WebhookMessage) -> TransferRequest {
        var request = TransferRequest(
            url, service: .webhook, userAgent: "Postern-webhook/1", policy: policy, timeout: timeout)
        request.post = PostedBody(message.body, headers: message.headers)
        return request
    }
}
