import Cryptography
import JSONText
import Platform

extension Observation {
    /// What a verdict rests on but the body, as a JSON object; what a host says is cut at some hundred characters.
    ///
    /// Members: `url`, `outcome`, `reason` and `status`, `address` and `candidates`, `microseconds` by phase, `headers`,
    /// `sha256` and `bytes` of the body, and `tls` where it was looked at.
    package var evidence: String {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("url", url.storable)
            writer.member("outcome", outcome.label)
            if let failure = outcome.failure { writer.member("reason", failure.description.storable) }
            if let status = outcome.status { writer.member("status", status) }
            if let remoteAddress { writer.member("address", remoteAddress.description) }
            writer.member("candidates", candidates.map(\.description))
            writer.name("microseconds")
            writer.write(timing)
            writer.name("headers")
            writer.object { writer in
                var names: Set<String> = []
                for header in headers where names.insert(header.name).inserted {
                    writer.member(header.name.storable, header.value.storable)
                }
            }
            if let bodyDigest { writer.member("sha256", bodyDigest.hex) }
            writer.member("bytes", body.count)
            if let tls {
                writer.name("tls")
                writer.write(tls)
            }
        }
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension TLSEvidence {
    /// What TLS showed, as a JSON object.
    ///
    /// Members: `version`, `fault`, `asksForCertificate` where the server asks for a client's, `expires` (of what a client
    /// uses), `certificates` (how many were presented) and `chain`, with `subject`, `issuer`, `names`, `begins`, `expires`,
    /// `sha256` and `used` of each.
    package var json: String {
        var writer = JSONWriter(layout: .compact)
        writer.write(self)
        return String(decoding: writer.bytes, as: UTF8.self)
    }
}

extension JSONWriter {
    /// Writes how long each phase took, in microseconds.
    fileprivate mutating func write(_ timing: TransferTiming) {
        let phases: KeyValuePairs = [
            "queue": timing.queue, "resolve": timing.resolve, "connect": timing.connect,
            "handshake": timing.handshake, "answer": timing.answer, "body": timing.body,
        ]
        object { writer in
            for (name, time) in phases { writer.member(name, time.wholeNanoseconds / 1000) }
        }
    }

    /// Writes what TLS showed.
    fileprivate mutating func write(_ tls: TLSEvidence) {
        object { writer in
            if let version = tls.version { writer.member("version", version) }
            if let fault = tls.fault { writer.member("fault", fault.rawValue) }
            if tls.asksForCertificate { writer.member("asksForCertificate", true) }
            if let expiry = tls.expiry { writer.member("expires", expiry.description) }
            writer.member("certificates", tls.certificateCount)
            writer.name("chain")
            writer.array { writer in
                for certificate in tls.chain { writer.write(certificate) }
            }
        }
    }

    private mutating func write(_ certificate: TLSEvidence.Certificate) {
        object { writer in
            writer.member("subject", certificate.subject.storable)
            writer.member("issuer", certificate.issuer.storable)
            writer.member("names", certificate.names.map(\.storable))
            writer.member("begins", certificate.notBefore.description)
            writer.member("expires", certificate.notAfter.description)
            writer.member("sha256", certificate.fingerprint.hex)
            writer.member("used", certificate.isUsed)
        }
    }
}
