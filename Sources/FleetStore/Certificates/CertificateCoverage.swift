package import DeepLinks
package import Platform

/// Which names need a certificate, and which have one.
package struct CertificateCoverage: Sendable {
    /// A name that needs a certificate.
    package struct Need: Hashable, Sendable {
        /// As a certificate says it: `go.acme.example` or `*.acme.example`.
        package var name: String
        /// When the last of the certificates that hold for it ends; `nil` without any.
        package var ends: UnixTime?
    }

    /// The certificates.
    package let certificates: [StoredCertificate]

    /// The names that need one, in order: each live domain, and the parent of a wildcard, where Apple reads its file.
    package let needs: [Need]

    /// Compares live domains with the certificates.
    package init(certificates: [StoredCertificate], domains: [DomainName]) {
        self.certificates = certificates
        var ends: [String: UnixTime] = [:]
        for certificate in certificates {
            for name in certificate.names { ends[name] = max(ends[name] ?? certificate.ends, certificate.ends) }
        }
        var names: Set<String> = []
        for domain in domains {
            names.insert(domain.text)
            if domain.isWildcard { names.insert(domain.base.text) }
        }
        needs = names.sorted().map { name in
            // RFC 9525 section 6.3: a wildcard stands for one whole label, the leftmost.
            let label = name.prefix { $0 != "." }
            let own = [ends[name], label == "*" ? nil : ends["*" + name.dropFirst(label.count)]]
            return Need(name: name, ends: own.compactMap { $0 }.max())
        }
    }

    /// The names whose certificate is missing, or ends before a time.
    package func due(before time: UnixTime) -> [Need] {
        needs.filter { need in need.ends.map { $0 < time } ?? true }
    }
}
