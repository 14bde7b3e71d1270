package import Association
package import DeepLinks
import JSONText

/// What an uploaded association file decides of an app, whatever the routes say.
package struct UploadedOpening: Equatable, Sendable {
    /// The app.
    package let app: AppName
    /// The kind of the file.
    package let kind: AssociationKind
    /// Whether the app opens.
    package let opens: Bool
    /// Whether the file names the app; one that it does not name opens nothing.
    package let isNamed: Bool
    /// A JSON pointer to the rule of the file that decides; `nil` where none does.
    package let rule: String?
}

extension UploadedFiles {
    /// What the files decide of a URL, for each app whose platform has one; a file that cannot be read opens nothing.
    package func openings(of url: LinkURL, apps: [App]) -> [UploadedOpening] {
        let apple = aasa.map { bytes in (try? AppleDocument(bytes)).map { AppleMatcher($0) } }
        let android = assetlinks.map { bytes in (try? AndroidDocument(bytes)).map { AndroidMatcher($0) } }
        return apps.compactMap { app in
            switch app.identity {
            case .ios(let appID, _):
                guard let apple else { return nil }
                let decision = apple?.explanation(url, app: appID.text).decision
                return UploadedOpening(
                    app: app.name, kind: .aasa, opens: decision?.outcome == .open,
                    isNamed: apple?.apps.contains(appID.text) ?? false, rule: decision?.rule?.path.pointer)
            case .android(let package, let fingerprints):
                guard let android, let fingerprint = fingerprints.first else { return nil }
                let decision = android?.decision(url, package: package, fingerprint: fingerprint)
                return UploadedOpening(
                    app: app.name, kind: .assetlinks, opens: decision?.outcome == .open,
                    isNamed: decision.map { ![.noStatement, .otherFingerprint].contains($0.reason) } ?? false,
                    rule: decision?.rule?.path.pointer)
            }
        }
    }
}
