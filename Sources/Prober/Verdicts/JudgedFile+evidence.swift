import JSONText
import Platform

extension JudgedFile {
    /// Makes what was seen by a transfer, with its evidence.
    init(_ file: ObservedFile, _ judgement: Judgement, _ seen: Observation) {
        self.init(
            file, judgement, outcome: seen.outcome.label, digest: seen.bodyDigest,
            body: seen.body.isEmpty ? nil : seen.body, evidence: seen.evidence)
        if case .notAsked = seen.sighting { wasAsked = false }
    }
}

extension Observation {
    /// What a verdict rests on, as a JSON object.
    fileprivate var evidence: String {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("url", url.storable)
            if let status = outcome.status { writer.member("status", status) }
            if let remoteAddress { writer.member("address", remoteAddress.description) }
            writer.member("candidates", candidates.map(\.description))
            if let version = tls?.version { writer.member("tls", version) }
            if let expiry = tls?.expiry { writer.member("expires", expiry.description) }
            writer.member("milliseconds", Int(timing.total.seconds * 1000))
            writer.name("headers")
            writer.object { writer in
                var names: Set<String> = []
                for header in headers where names.insert(header.name).inserted {
                    writer.member(header.name.storable, header.value.storable)
                }
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}
