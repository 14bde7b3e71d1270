import DeepLinks
import JSONText

/// Writes `assetlinks.json`: a statement for each Android app that a route opens.
///
/// Which paths open the app is said by the app's manifest.
struct AndroidCompiler {
    private let set: RouteSet

    init(_ set: RouteSet) { self.set = set }

    /// The file; `nil` when the tenant has no Android app.
    func document() -> [UInt8]? {
        let apps = set.apps.compactMap { app -> (AppName, PackageName, [CertificateFingerprint])? in
            guard case .android(let package, let fingerprints) = app.identity else { return nil }
            return (app.name, package, fingerprints)
        }
        guard !apps.isEmpty else { return nil }
        var writer = JSONWriter(layout: .compact)
        writer.array { writer in
            for (name, package, fingerprints) in apps where set.routes.contains(where: { $0.opens(name) }) {
                write(package, fingerprints, to: &writer)
            }
        }
        return writer.bytes
    }

    private func write(
        _ package: PackageName, _ fingerprints: [CertificateFingerprint], to writer: inout JSONWriter
    ) {
        writer.object { writer in
            writer.member("relation", ["delegate_permission/common.handle_all_urls"])
            writer.name("target")
            writer.object { writer in
                writer.member("namespace", "android_app")
                writer.member("package_name", package.text)
                writer.member("sha256_cert_fingerprints", fingerprints.map(\.text))
            }
        }
    }
}
