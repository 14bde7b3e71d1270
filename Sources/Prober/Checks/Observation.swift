import Association
package import Cryptography
package import Platform

/// One transfer by the prober, and what it saw.
package struct Observation: Hashable, Sendable {
    /// What was asked for.
    package var thing: ObservedThing
    /// The URL that was asked for.
    package var url: String
    /// When the transfer began.
    package var time: UnixTime
    /// How it ended.
    package var outcome: ProbeOutcome
    /// The header fields that are kept as evidence, in the order they came.
    package var headers: [HeaderField]
    /// The decoded body; after a failure what came until then, at most the limit.
    package var body: [UInt8]
    /// The SHA-256 of the body of a whole answer.
    package var bodyDigest: SHA256Digest?
    /// How long each phase took.
    package var timing: TransferTiming
    /// The address that was connected to.
    package var remoteAddress: SocketAddress?
    /// The addresses that might have been connected to, as DNS gave them (case 113).
    package var candidates: [IPAddress]
    /// What TLS showed, where it was looked at.
    package var tls: TLSEvidence?
    /// How long the copy still holds, where a cache told.
    package var freshness: DocumentFreshness?

    /// Makes an observation.
    package init(
        _ thing: ObservedThing, url: String, time: UnixTime, outcome: ProbeOutcome, headers: [HeaderField] = [],
        body: [UInt8] = [], bodyDigest: SHA256Digest? = nil, timing: TransferTiming = TransferTiming(),
        remoteAddress: SocketAddress? = nil, candidates: [IPAddress] = [], tls: TLSEvidence? = nil,
        freshness: DocumentFreshness? = nil
    ) {
        self.thing = thing
        self.url = url
        self.time = time
        self.outcome = outcome
        self.headers = headers
        self.body = body
        self.bodyDigest = bodyDigest
        self.timing = timing
        self.remoteAddress = remoteAddress
        self.candidates = candidates
        self.tls = tls
        self.freshness = freshness
    }

    /// Where it was made.
    package var vantage: Vantage { thing.vantage }

    /// The address that it is about: that of the connection, or the one that it was to be made to.
    package var address: IPAddress? {
        if case .fileAt(_, let address) = thing { address } else { remoteAddress?.address ?? candidates.first }
    }

    /// The body of an answer with status 200: the file.
    package var document: [UInt8]? { outcome.status == 200 ? body : nil }

    /// The file, where it can be read as one of its kind.
    var readableDocument: [UInt8]? {
        guard let document else { return nil }
        let isReadable =
            switch thing.kind {
            case .aasa: (try? AppleDocument(document)) != nil
            case .assetlinks: (try? AndroidDocument(document)) != nil
            }
        return isReadable ? document : nil
    }

    /// What Apple's network says of a failure of the host.
    package var appleFailure: AppleFailure? { AppleFailure(headers) }
}
