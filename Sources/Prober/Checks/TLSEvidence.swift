package import Platform

/// What a TLS handshake showed of the server.
package struct TLSEvidence: Hashable, Sendable {
    /// The version, `TLSv1.3`; `nil` when there was no handshake.
    package var version: String?
    /// The certificates that the server sent, its own first.
    package var chain: [Certificate]
    /// What a client refuses it for.
    package var fault: TLSFault?

    /// Makes evidence.
    package init(version: String? = nil, chain: [Certificate] = [], fault: TLSFault? = nil) {
        self.version = version
        self.chain = chain
        self.fault = fault
    }

    /// When the first certificate of the chain to expire does so.
    package var expiry: UnixTime? { chain.map(\.notAfter).min() }

    /// One certificate in short.
    package struct Certificate: Hashable, Sendable {
        /// The subject's name, as OpenSSL prints it on one line.
        package let subject: String
        /// The issuer's name.
        package let issuer: String
        /// The DNS names that it is for.
        package let names: [String]
        /// When it begins to hold.
        package let notBefore: UnixTime
        /// When it expires.
        package let notAfter: UnixTime

        /// Makes a summary.
        package init(subject: String, issuer: String, names: [String], notBefore: UnixTime, notAfter: UnixTime) {
            self.subject = subject
            self.issuer = issuer
            self.names = names
            self.notBefore = notBefore
            self.notAfter = notAfter
        }
    }
}
