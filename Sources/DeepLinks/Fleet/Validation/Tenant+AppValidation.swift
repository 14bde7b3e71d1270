extension Tenant {
    /// Refuses apps of one name or identity, and fingerprints that are missing, doubled or samples.
    func appRefusals() -> [InputRefusal] {
        let list = FieldPath(.field("apps"))
        var refusals = duplicates(apps.map(\.name.text), in: list, kind: "app")
        var owners: [String: AppName] = [:]
        for app in apps {
            let path = list.element(app.name.text)
            let (field, identifier) = app.identity.identifier
            if let owner = owners.updateValue(app.name, forKey: "\(field) \(identifier)"), owner != app.name {
                refusals.append(
                    InputRefusal(path.field(field), identifier, rule: "the app \(owner) of the tenant has it already")
                )
            }
            refusals += appClipRefusals(app, at: path.field("appClips"))
            guard case .android(_, let fingerprints) = app.identity else { continue }
            refusals += fingerprintRefusals(fingerprints, at: path.field("fingerprints"))
        }
        return refusals
    }

    /// Apple makes the ID of an App Clip from that of its app, so it is no other app's either.
    private func appClipRefusals(_ app: App, at path: FieldPath) -> [InputRefusal] {
        guard !app.appClips.isEmpty else { return [] }
        guard case .ios(let appID, _) = app.identity else {
            return [InputRefusal(path, rule: "only an app for iOS has App Clips")]
        }
        var seen = Set(
            apps.compactMap { app -> AppID? in
                guard case .ios(let other, _) = app.identity else { return nil }
                return other
            })
        return app.appClips.enumerated().compactMap { index, clip in
            guard clip.text.hasPrefix(appID.text + ".") else {
                return InputRefusal(
                    path.index(index), clip.text,
                    rule: "the ID of an App Clip is that of its app, a dot and more: \(appID).Clip")
            }
            guard !seen.insert(clip).inserted else { return nil }
            return InputRefusal(path.index(index), clip.text, rule: "the tenant has this ID already")
        }
    }

    private func fingerprintRefusals(_ fingerprints: [CertificateFingerprint], at path: FieldPath) -> [InputRefusal] {
        guard !fingerprints.isEmpty else {
            return [InputRefusal(path, rule: "an Android app has one fingerprint or more")]
        }
        var seen: Set<CertificateFingerprint> = []
        return fingerprints.enumerated().compactMap { index, fingerprint in
            if fingerprint.isSample {
                return InputRefusal(
                    path.index(index), fingerprint.text,
                    rule: "this is a sample: give the fingerprint of the app's own signing certificate"
                )
            }
            guard !seen.insert(fingerprint).inserted else { return nil }
            return InputRefusal(path.index(index), fingerprint.text, rule: "the fingerprint comes twice")
        }
    }
}

extension AppIdentity {
    /// The setting by which the platform knows the app, and its value.
    fileprivate var identifier: (field: String, value: String) {
        switch self {
        case .ios(let appID, _): ("appID", appID.text)
        case .android(let package, _): ("package", package.text)
        }
    }

    /// The name that an app has by default: its bundle ID or package name; `nil` for a package name that is too long.
    package var defaultName: AppName? {
        switch self {
        case .ios(let appID, _): AppName(String(appID.bundleID))
        case .android(let package, _): AppName(package.text)
        }
    }
}
