/// Which certificates a server presents for which name; a value that is replaced as a whole.
package final class CertificateTable: Sendable {
    /// The certificates of one name.
    final class Entry: Sendable {
        /// The name as the certificate has it: exact, or `*.acme.example`.
        let name: String
        /// The certificates in the order in which clients are offered them: ECDSA, then RSA.
        let certificates: [ServerCertificate]
        /// Ties a ticket to the name: 32 bytes, the same in every process.
        let sessionContext: [UInt8]

        init(_ name: String, _ certificates: [ServerCertificate]) throws(CryptographyError) {
            self.name = name
            self.certificates = certificates
            sessionContext = try SHA256.digest(of: Array(name.utf8)).bytes
        }

        /// Whether every certificate of the name holds for a host.
        func covers(_ host: String) -> Bool {
            certificates.allSatisfy { certificate in
                certificate.names.contains { CertificateTable.covers($0, host) }
            }
        }
    }

    /// How many names there are.
    package var count: Int { entries.count }

    private let entries: [String: Entry]

    /// Makes a table.
    ///
    /// Where several certificates of one kind have a name, the one that ends last is presented.
    ///
    /// - Parameter certificates: In any order.
    /// - Throws: ``CryptographyError`` when OpenSSL has no memory.
    package init(_ certificates: [ServerCertificate] = []) throws(CryptographyError) {
        var chosen: [String: [ServerKeyKind: ServerCertificate]] = [:]
        for certificate in certificates {
            for name in certificate.names {
                let other = chosen[name]?[certificate.keyKind]
                if let other, !Self.isBetter(certificate, than: other) { continue }
                chosen[name, default: [:]][certificate.keyKind] = certificate
            }
        }
        var entries: [String: Entry] = [:]
        entries.reserveCapacity(chosen.count)
        for (name, byKind) in chosen {
            entries[name] = try Entry(name, ServerKeyKind.allCases.compactMap { byKind[$0] })
        }
        self.entries = entries
    }

    /// The certificates that are presented for a name: those of the name itself, else of the wildcard one label up.
    ///
    /// - Parameter name: In any case, without a dot at the end.
    /// - Returns: The certificates, the preferred one first; none for a name that no certificate holds for.
    package func certificates(for name: String) -> [ServerCertificate] { find(name.lowercased())?.certificates ?? [] }

    func find(_ name: String) -> Entry? {
        if let entry = entries[name] { return entry }
        guard let dot = name.utf8.firstIndex(of: UInt8(ascii: ".")), dot != name.startIndex else { return nil }
        return entries["*" + name[dot...]]
    }

    /// RFC 9525 section 6.3: a wildcard stands for one whole label, the leftmost.
    static func covers(_ pattern: String, _ host: String) -> Bool {
        if pattern == host { return true }
        guard pattern.utf8.starts(with: "*.".utf8), let dot = host.utf8.firstIndex(of: UInt8(ascii: ".")),
            dot != host.startIndex
        else { return false }
        return pattern.dropFirst() == host[dot...]
    }

    private static func isBetter(_ certificate: ServerCertificate, than other: ServerCertificate) -> Bool {
        let (left, right) = (certificate.leaf, other.leaf)
        if left.notAfter != right.notAfter { return left.notAfter > right.notAfter }
        return left.fingerprint.bytes.lexicographicallyPrecedes(right.fingerprint.bytes)
    }
}
