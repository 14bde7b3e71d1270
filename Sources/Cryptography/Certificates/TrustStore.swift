import COpenSSL
package import Platform

/// The authorities that are trusted, from one bundle file; safe from any thread.
// Sendable because: an `X509_STORE` locks itself, and nothing else changes after `init`.
@safe
package final class TrustStore: @unchecked Sendable {
    /// Where Debian's `ca-certificates` puts its bundle.
    package static let systemBundle = "/etc/ssl/certs/ca-certificates.crt"

    /// The file that was read.
    package let path: String

    /// How many authorities are trusted, 1 or more.
    package let count: Int

    let pointer: OpaquePointer
    private let organizations: Set<String>

    /// Reads a bundle.
    ///
    /// - Parameter path: A PEM file of trusted certificates.
    /// - Throws: ``CertificateError``: also when the file holds no certificate, with which every host would look untrusted.
    package init(bundle path: String) throws(CertificateError) {
        let pem: [UInt8]
        do throws(SystemError) {
            pem = try File.readRegular(path)
        } catch {
            throw .unreadable(path: path, reason: "\(error)")
        }
        let handles = try CertificateHandle.read(pem: pem)
        guard !handles.isEmpty else { throw .noCertificates(path: path) }
        guard let store = unsafe X509_STORE_new() else { throw .noMemory }
        ERR_clear_error()
        var organizations: Set<String> = []
        for handle in handles {
            _ = unsafe X509_STORE_add_cert(store, handle.pointer)
            if let name = handle.organization { organizations.insert(name) }
        }
        ERR_clear_error()
        self.path = path
        count = handles.count
        unsafe pointer = store
        self.organizations = organizations
    }

    deinit {
        unsafe X509_STORE_free(pointer)
    }

    /// Judges a chain as a client does that connects to a host.
    ///
    /// OpenSSL has one result for a certificate whose issuer it cannot find. It is taken for an incomplete chain when no
    /// certificate but the leaf was of use, for public authorities sign through intermediate ones, or when the issuer
    /// belongs to the organisation of a trusted authority; otherwise for an unknown authority.
    ///
    /// - Parameters:
    ///   - chain: What was presented, the leaf first.
    ///   - host: The host's name.
    ///   - time: The time for which it is judged.
    ///   - warning: How long before the leaf's end it is ``TrustFinding/expiresSoon``; 21 days by default.
    /// - Returns: What is wrong, each once, the weightiest first; empty when the chain is trusted.
    /// - Throws: ``CertificateError`` when a certificate is malformed.
    package func judge(
        _ chain: [Certificate], host: String, at time: UnixTime, warning: Duration = .seconds(21 * 86_400)
    ) throws(CertificateError) -> [TrustFinding] {
        try examine(chain, host: host, at: time, warning: warning).findings
    }

    /// Judges a chain as ``judge(_:host:at:warning:)`` does, and tells which certificates a client uses of it.
    ///
    /// - Parameters:
    ///   - chain: What was presented, the leaf first.
    ///   - host: The host's name.
    ///   - time: The time for which it is judged.
    ///   - warning: How long before the leaf's end it is ``TrustFinding/expiresSoon``; 21 days by default.
    /// - Returns: What is wrong, and what is used.
    /// - Throws: ``CertificateError`` when a certificate is malformed.
    package func examine(
        _ chain: [Certificate], host: String, at time: UnixTime, warning: Duration = .seconds(21 * 86_400)
    ) throws(CertificateError) -> ChainExamination {
        var handles: [CertificateHandle] = []
        for certificate in chain { handles.append(try CertificateHandle(der: certificate.der)) }
        guard let leaf = chain.first else { return ChainExamination(findings: [], isUsed: []) }
        let result = try unsafe ChainVerification(handles, store: pointer, host: host, at: time)
        var findings: [TrustFinding] = []
        for code in result.codes {
            let finding = finding(code, top: result.top ?? leaf, leaf: leaf)
            if !findings.contains(finding) { findings.append(finding) }
        }
        // A chain that ends too early cannot be verified either, which says nothing new.
        if findings.contains(.selfSigned) { findings.removeAll { $0 == .unknownAuthority || $0 == .incompleteChain } }
        if !findings.contains(.expired), leaf.notAfter < time + warning { findings.append(.expiresSoon) }
        return ChainExamination(findings: findings.sorted { $0.weight < $1.weight }, isUsed: result.isUsed)
    }

    private func finding(_ code: Int32, top: Certificate, leaf: Certificate) -> TrustFinding {
        switch code {
        case X509_V_ERR_CERT_HAS_EXPIRED: .expired
        case X509_V_ERR_CERT_NOT_YET_VALID: .notYetValid
        case X509_V_ERR_HOSTNAME_MISMATCH: .nameMismatch
        case X509_V_ERR_DEPTH_ZERO_SELF_SIGNED_CERT: .selfSigned
        case X509_V_ERR_SELF_SIGNED_CERT_IN_CHAIN, X509_V_ERR_CERT_UNTRUSTED, X509_V_ERR_CERT_REJECTED:
            .unknownAuthority
        case X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT_LOCALLY, X509_V_ERR_UNABLE_TO_GET_ISSUER_CERT,
            X509_V_ERR_UNABLE_TO_VERIFY_LEAF_SIGNATURE:
            endsEarly(at: top, leaf: leaf) ? .incompleteChain : .unknownAuthority
        case X509_V_ERR_CERT_SIGNATURE_FAILURE, X509_V_ERR_UNABLE_TO_DECRYPT_CERT_SIGNATURE: .badSignature
        case X509_V_ERR_EE_KEY_TOO_SMALL, X509_V_ERR_CA_KEY_TOO_SMALL, X509_V_ERR_CA_MD_TOO_WEAK: .weak
        case X509_V_ERR_INVALID_CA, X509_V_ERR_INVALID_PURPOSE, X509_V_ERR_PATH_LENGTH_EXCEEDED,
            X509_V_ERR_KEYUSAGE_NO_CERTSIGN:
            .unsuitable
        default: .other(code: code)
        }
    }

    /// Whether a path ends at a certificate whose issuer was to be presented, as far as can be told.
    private func endsEarly(at top: Certificate, leaf: Certificate) -> Bool {
        top == leaf || top.issuerOrganization.map(organizations.contains) ?? false
    }
}

extension TrustFinding {
    /// The order in which a person wants to read of several: whose certificate it is, who vouches for it, how long.
    fileprivate var weight: Int {
        switch self {
        case .protocolTooOld: 0
        case .selfSigned: 1
        case .unknownAuthority: 2
        case .incompleteChain: 3
        case .nameMismatch: 4
        case .expired: 5
        case .notYetValid: 6
        case .badSignature: 7
        case .weak: 8
        case .unsuitable: 9
        case .other: 10
        case .expiresSoon: 11
        }
    }
}
