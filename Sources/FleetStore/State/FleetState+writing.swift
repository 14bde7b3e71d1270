package import Cryptography
import DeepLinks
import JSONText
import Platform

extension FleetState {
    /// The number of the format that is written and read.
    static let format = 1

    /// What the first line of a file begins with, in every format.
    static let mark = "postern-state "

    /// The text of a file: a line with format and checksum, a line with the length of the index, the index, and then
    /// each tenant as a fleet file of its own.
    ///
    /// - Returns: The bytes.
    /// - Throws: ``CryptographyError``.
    package func encoded() throws(CryptographyError) -> [UInt8] {
        let ordered = tenants.values.sorted { $0.id < $1.id }
        let files = ordered.map { FleetFile(exporting: Fleet(tenants: [$0.tenant])).canonicalText }
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("identity", identity)
            writer.member("generation", generation)
            writer.name("tenants")
            writer.array { writer in
                for (snapshot, file) in zip(ordered, files) { writer.write(snapshot, byteCount: file.count) }
            }
            writer.name("documents")
            writer.array { writer in
                for (digest, bytes) in Self.documents(of: ordered).sorted(by: { $0.key.hex < $1.key.hex }) {
                    writer.object { writer in
                        writer.member("sha256", digest.hex)
                        writer.member("text", String(decoding: bytes, as: UTF8.self))
                    }
                }
            }
        }
        let index = writer.bytes
        var body = Array("\(index.count)\n".utf8)
        body.reserveCapacity(body.count + index.count + files.reduce(0) { $0 + $1.count })
        body += index
        for file in files { body += file }
        return Array("\(Self.mark)\(Self.format) \(try SHA256.digest(of: body).hex)\n".utf8) + body
    }

    /// Each document once, however many domains publish it.
    private static func documents(of tenants: [TenantSnapshot]) -> [SHA256Digest: [UInt8]] {
        var documents: [SHA256Digest: [UInt8]] = [:]
        for domain in tenants.flatMap(\.documents.values) {
            for document in [domain.aasa, domain.assetlinks].compactMap(\.self) {
                documents[document.digest] = document.bytes
            }
        }
        return documents
    }
}

extension JSONWriter {
    /// Writes what a fleet file does not say of a tenant.
    fileprivate mutating func write(_ snapshot: TenantSnapshot, byteCount: Int) {
        object { writer in
            writer.member("bytes", byteCount)
            writer.member("id", snapshot.id.rawValue)
            writer.member("version", snapshot.version)
            writer.member("publishedVersion", snapshot.publishedVersion)
            writer.member("publishedCompiler", snapshot.publishedCompiler)
            writer.name("domains")
            writer.array { writer in
                for domain in snapshot.tenant.domains {
                    writer.object { writer in
                        writer.member("host", domain.name.text)
                        writer.member("state", domain.state.rawValue)
                        if let id = snapshot.domainIDs[domain.name] { writer.member("id", id.rawValue) }
                        let documents = snapshot.documents[domain.name]
                        writer.write("aasa", documents?.aasa)
                        writer.write("assetlinks", documents?.assetlinks)
                    }
                }
            }
            writer.name("routes")
            writer.object { writer in
                for (name, id) in snapshot.routeIDs.sorted(by: { $0.key < $1.key }) {
                    writer.member(name.text, id.rawValue)
                }
            }
        }
    }

    private mutating func write(_ name: String, _ document: PublishedDocument?) {
        guard let document else { return }
        self.name(name)
        object { writer in
            writer.member("sha256", document.digest.hex)
            writer.member("number", document.number)
            writer.member("published", document.published.description)
        }
    }
}
