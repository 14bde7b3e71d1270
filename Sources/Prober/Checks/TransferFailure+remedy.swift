extension TransferFailure {
    /// What to do about it, for what the server presented, in a clause without a full stop.
    func remedy(showing tls: TLSEvidence?) -> String {
        guard case .tls(let fault) = self, let tls, tls.culprit(of: fault) != tls.leaf else { return remedy }
        return "send the authority's present intermediate certificate with the server's own (the \"full chain\" file)"
    }

    private var remedy: String {
        switch self {
        case .blocked: "publish only public addresses for the name; a private fleet is checked with --allow-address"
        case .unresolved: "publish an A or AAAA record for the name in public DNS"
        case .nameServerFailed:
            "mend the name servers of the name, which do not answer for it: look at its zone, delegation and DNSSEC"
        case .noNameServer:
            "name one that answers by --dns-server, or mend this machine's own resolver (/etc/resolv.conf)"
        case .noRoute: "give the prober's own network a way there, as by IPv6, or the name an address that it reaches"
        case .connectFailed: "let every address of the name take connections from the whole world"
        case .timedOut(.queue): "try again; this prober has more to do than it can, and the host was not asked"
        case .timedOut(.resolve):
            "mend the name servers of the name; should other names fail here too, name another one by --dns-server"
        case .timedOut(.handshake):
            "see why the server takes connections and leaves TLS unanswered: what ends TLS there, its load, a firewall or a"
                + " path that loses long packets"
        case .timedOut: "answer within a second from everywhere: look for firewalls, dead addresses and cold starts"
        case .bodyTooLarge: "make the file smaller than \(131_072) bytes, uncompressed (assetlinks: 1,048,576)"
        case .undecodable: "serve the file as it is, without Content-Encoding, or by gzip to whoever accepts that"
        case .headersTooLarge: "send fewer and shorter header fields with the file"
        case .malformed: "let the server answer by plain HTTP/1.1 over TLS"
        case .cutShort: "see why the server ends early: its log, its Content-Length, and what it gets the file from"
        case .closed:
            "see the server's log for connections that it closes without an answer; a firewall before it may do so, too"
        case .deferred, .cancelled, .internalFault: "try again; if it stays, the prober's own installation is broken"
        case .tls(let fault): fault.remedy
        }
    }
}

extension TLSFault {
    /// What to do about it, in a clause without a full stop.
    fileprivate var remedy: String {
        switch self {
        case .expired: "renew the certificate, and find out why that did not happen by itself"
        case .notYetValid: "check the clock of whoever issued the certificate, and use one that holds already"
        case .nameMismatch: "get a certificate whose alternative names hold this very host"
        case .selfSigned: "use a certificate of a public authority"
        case .incompleteChain:
            "send the intermediate certificate too (the \"full chain\" file), whose absence browsers hide; should the"
                + " authority be a private one, use a public one"
        case .unknownAuthority: "use a certificate of a public authority that Apple and Google trust"
        case .badSignature: "send the certificates as the authority issued them: one of them is not the one that signed"
        case .weak: "get a certificate with a key of at least 2,048 bits of RSA or 256 of ECDSA, signed with SHA-256"
        case .unsuitable: "get a certificate for servers (extended key usage serverAuth)"
        case .protocolTooOld: "offer TLS 1.2 or 1.3"
        case .clientCertificateMissing:
            "demand no client certificate for /.well-known/ (mutual TLS, authenticated origin pulls)"
        case .notTLS: "let the server end TLS on this port; plain HTTP has another"
        case .certificateRefused, .handshakeFailed: "look at the server's TLS set-up for this name (SNI)"
        }
    }
}

extension Observation {
    /// What to do where a host does not give its file, in a clause without a full stop; empty where it does.
    var remedy: String {
        switch outcome {
        case .failed(let failure): failure.remedy(showing: tls)
        case .answered(200): ""
        case .answered(300...303), .answered(305...399):
            "answer 200 with the file at this very URL, also without \"www\" and on https"
        case .answered(404), .answered(410): "serve the file at \(url)"
        case .answered(401), .answered(403), .answered(429):
            "let everybody have the file: no login, firewall, bot challenge, geo block or rate limit before it"
        case .answered: "answer 200 with the file"
        }
    }
}
