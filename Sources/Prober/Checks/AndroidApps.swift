import Association
import DeepLinks

/// The Android apps that Google is asked about.
enum AndroidApps {
    /// Package names with each of their fingerprints: of the target, or else one of the host's own file.
    static func known(_ target: ProbeTarget, in document: [UInt8]?) -> [(packageName: String, fingerprint: String)] {
        let own = listed(in: document)
        return target.androidApps.flatMap { app in
            let name = app.packageName.text
            let prints = app.fingerprints.map(\.text)
            let any = own.filter { $0.packageName == name }.map(\.fingerprint).min()
            return (prints.isEmpty ? [any].compactMap(\.self) : prints).map { (name, $0) }
        }
    }

    /// The apps that a file lets open all URLs.
    static func listed(in document: [UInt8]?) -> Set<GoogleAnswer.App> {
        guard let document, let file = try? AndroidDocument(document) else { return [] }
        var apps: Set<GoogleAnswer.App> = []
        for statement in file.statements where statement.has(.handleAllURLs) {
            guard case .app(let package, let fingerprints) = statement.target else { continue }
            for print in fingerprints {
                apps.insert(GoogleAnswer.App(packageName: package.value, fingerprint: print.value.uppercased()))
            }
        }
        return apps
    }
}
