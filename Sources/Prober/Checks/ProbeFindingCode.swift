package import Association

/// What a finding of the prober is about: a name that stays the same between versions, and how much it matters.
package enum ProbeFindingCode: String, Sendable, CaseIterable {
    /// The address policy forbids an address of the name.
    case addressBlocked = "address-blocked"
    /// The name has no address, or its name servers do not answer for it.
    case unresolved
    /// No name server answers this prober, whatever the name.
    case noNameServer = "no-name-server"
    /// No connection to the host.
    case connectFailed = "connect-failed"
    /// The host does not answer in time.
    case timedOut = "timed-out"
    /// The host closes connections without an answer, or answers no HTTP.
    case badAnswer = "bad-answer"
    /// The certificate has expired.
    case tlsExpired = "tls-expired"
    /// The certificate is not valid yet.
    case tlsNotYetValid = "tls-not-yet-valid"
    /// The certificate is for other names.
    case tlsNameMismatch = "tls-name-mismatch"
    /// The certificate is self-signed.
    case tlsSelfSigned = "tls-self-signed"
    /// An intermediate certificate is missing (case 107).
    case tlsIncompleteChain = "tls-incomplete-chain"
    /// The authority is not trusted.
    case tlsUnknownAuthority = "tls-unknown-authority"
    /// TLS 1.2 or later is not spoken.
    case tlsProtocolTooOld = "tls-protocol-too-old"
    /// TLS fails otherwise.
    case tlsFailed = "tls-failed"
    /// The certificate expires within 21 days.
    case tlsExpiresSoon = "tls-expires-soon"
    /// The certificate is none of those that the database holds for the host.
    case certificateDiffers = "certificate-differs"
    /// A gateway's certificate is none of those that the database holds for the host.
    case nodeCertificateDiffers = "node-certificate-differs"
    /// The file is behind a redirect, which nobody follows (case 5).
    case redirected
    /// The status is not 200.
    case badStatus = "bad-status"
    /// The host has no such file: 404 or 410.
    case fileMissing = "file-missing"
    /// The media type is not `application/json` (case 6).
    case mediaType = "media-type"
    /// The file is longer than the platform reads.
    case tooLarge = "too-large"
    /// The association file has an error; see the evidence for the lint's code.
    case contentError = "content-error"
    /// The association file has something that works otherwise than it reads.
    case contentWarning = "content-warning"
    /// Something treats Apple's fetcher differently (case 3).
    case appleFiltered = "apple-filtered"
    /// Apple's fetcher gets the file and a plain client does not (case 3).
    case agentDependent = "agent-dependent"
    /// One address of the name differs from the others.
    case addressDiffers = "address-differs"
    /// One address of the name does not answer while others do.
    case addressDead = "address-dead"
    /// Some addresses of the name are not asked.
    case addressesUnasked = "addresses-unasked"
    /// No IPv6 address answers while IPv4 does (case 106).
    case ipv6Unreachable = "ipv6-unreachable"
    /// The copy at the root differs from the well-known one (case 23).
    case rootDiffers = "root-differs"
    /// Apple's network holds another file than the host, and its copy may still be used.
    case appleStale = "apple-stale"
    /// Apple's network holds another file although its copy's time is over.
    case appleOverdue = "apple-overdue"
    /// Apple would get something else than this prober does.
    case appleSeesOther = "apple-sees-other"
    /// Apple's network has no file, and says why.
    case appleFailing = "apple-failing"
    /// Apple's network cannot be asked.
    case appleUnreachable = "apple-unreachable"
    /// Google could not get or read the file, and says why.
    case googleFailing = "google-failing"
    /// Google does not link the app with the host.
    case googleNotLinked = "google-not-linked"
    /// Google holds another list of statements than the host.
    case googleStale = "google-stale"
    /// Google's API cannot be asked.
    case googleUnreachable = "google-unreachable"
    /// The prober itself is at fault, not the host.
    case proberFault = "prober-fault"
    /// The host's file is what a wildcard's subdomains depend on.
    case wildcardParent = "wildcard-parent"

    /// How much it matters.
    package var severity: Severity {
        switch self {
        case .mediaType, .tlsExpiresSoon, .contentWarning, .rootDiffers, .ipv6Unreachable, .appleStale, .googleStale,
            .appleUnreachable, .googleUnreachable, .appleOverdue, .certificateDiffers, .nodeCertificateDiffers,
            .agentDependent:
            .warning
        case .wildcardParent, .addressesUnasked: .note
        default: .error
        }
    }
}
