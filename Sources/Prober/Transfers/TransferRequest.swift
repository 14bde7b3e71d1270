package import Platform

/// What a transfer brings with it.
package struct PostedBody: Sendable {
    /// The bytes.
    package let bytes: [UInt8]
    /// Header fields that describe them; what they hold is sent as it is.
    package let headers: [HeaderField]

    /// Makes a body.
    package init(_ bytes: [UInt8], headers: [HeaderField]) {
        self.bytes = bytes
        self.headers = headers
    }
}

/// A transfer to be made.
package struct TransferRequest: Sendable {
    /// What to fetch.
    package var url: TransferURL
    /// Whom it asks, for limits and connections.
    package var service: TransferService
    /// The `User-Agent`.
    package var userAgent: String
    /// Addresses of the host that were looked up before; `nil` looks them up.
    ///
    /// All are judged in either case.
    package var addresses: [IPAddress]?
    /// The addresses that may be connected to.
    package var policy: AddressPolicy
    /// The `Host` and the name in TLS, when the URL is that of a gateway and the file that of a domain; `nil` for the
    /// URL's own.
    package var virtualHost: String?
    /// Whether the connection begins with a PROXY protocol header, version 1.
    package var sendsProxyHeader: Bool
    /// The most bytes of a decoded body that are read.
    package var bodyLimit: Int
    /// What is posted; `nil` (the default) asks with GET.
    package var post: PostedBody?
    /// How long all phases may take together, the look-up of the name included, from when a slot is free.
    package var timeout: Duration

    /// Makes a request.
    package init(
        _ url: TransferURL, service: TransferService, userAgent: String, policy: AddressPolicy,
        addresses: [IPAddress]? = nil, virtualHost: String? = nil, sendsProxyHeader: Bool = false,
        bodyLimit: Int = 1 << 20, timeout: Duration = .seconds(20)
    ) {
        self.url = url
        self.service = service
        self.userAgent = userAgent
        self.policy = policy
        self.addresses = addresses
        self.virtualHost = virtualHost
        self.sendsProxyHeader = sendsProxyHeader
        self.bodyLimit = bodyLimit
        self.timeout = timeout
    }
}
