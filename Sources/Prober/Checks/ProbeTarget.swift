package import Cryptography
package import DeepLinks

/// A domain whose association files are checked.
///
/// Apple and Google read the files of a wildcard domain at its parent, so that is the name that is asked.
package struct ProbeTarget: Hashable, Sendable {
    /// The domain.
    package let domain: DomainName
    /// The Android apps that the domain's links open; Google is asked about each.
    package let androidApps: [AndroidApp]
    /// What Apple got when it was last made to ask anew; `nil` where it never was.
    package var freshLook: FreshLook?
    /// Whether Apple may be made to ask anew, should its copy be another file than the host's.
    ///
    /// Default true; who probes again and again does it rarely.
    package var asksAnew = true
    /// Whether Google is asked although neither an app nor the host's file calls for it, as where what it held was not right.
    ///
    /// Default false.
    package var asksGoogle = false
    /// The certificates that gateways may present for the host, by the SHA-256 of their DER; empty where they are not
    /// known.
    package let certificates: Set<SHA256Digest>

    /// Makes a target.
    ///
    /// - Parameters:
    ///   - domain: The domain.
    ///   - androidApps: The Android apps to ask Google about; none (the default) asks for the list of statements alone.
    ///   - certificates: What the database holds for the host; none (the default) where it holds none.
    package init(
        _ domain: DomainName, androidApps: [AndroidApp] = [], certificates: Set<SHA256Digest> = []
    ) {
        self.domain = domain
        self.androidApps = androidApps
        self.certificates = certificates
    }

    /// The host that is asked: of a wildcard domain its parent.
    package var host: HostName { domain.base }

    /// The host of URLs that show what is different: of a wildcard domain any below it, for it counts for none else.
    var shownHost: String { domain.isWildcard ? "any.\(host)" : host.text }

    /// An Android app with its certificates, or any.
    package struct AndroidApp: Hashable, Sendable {
        /// The package name.
        package let packageName: PackageName
        /// The SHA-256 fingerprints of the signing certificates, each of which must do; empty when any in the file will.
        package let fingerprints: [CertificateFingerprint]

        /// Makes an app.
        package init(_ packageName: PackageName, fingerprints: [CertificateFingerprint] = []) {
            self.packageName = packageName
            self.fingerprints = fingerprints
        }
    }
}
