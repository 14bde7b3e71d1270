import JSONText

extension FleetFileReader {
    private enum AppKey: String, CaseIterable {
        case name, platform, appID, storeID, package, fingerprints, scheme, webCredentials, appClips
    }

    private enum Platform: String, CaseIterable { case ios, android }

    mutating func app(_ element: JSONElement) -> App? {
        guard let object = object(element, AppKey.self), let platform = required(object, .platform),
            let choice = attempt({ () throws(JSONError) in try platform.choice(of: Platform.self) })
        else { return nil }
        let foreign: [AppKey] = choice == .ios ? [.package, .fingerprints] : [.appID, .storeID, .appClips]
        for key in foreign {
            guard let value = object.optional(key) else { continue }
            refuse(value.refused("an app for \(choice.rawValue) has no \(key.rawValue)"))
        }
        guard let identity = choice == .ios ? iosIdentity(object) : androidIdentity(object) else { return nil }
        let scheme: URLScheme? = checked(object.optional(.scheme))
        let hasWebCredentials = bool(object.optional(.webCredentials)) ?? false
        let appClips =
            list(object.optional(.appClips), called: "App Clip", name: \.text) { (reader, item) -> AppID? in
                reader.checked(item)
            } ?? []
        return appName(object, identity, element).map { name in
            App(
                name: name, identity: identity, scheme: scheme, hasWebCredentials: hasWebCredentials,
                appClips: appClips)
        }
    }

    private mutating func appName(
        _ object: JSONObject<AppKey>, _ identity: AppIdentity, _ element: JSONElement
    ) -> AppName? {
        if let given = object.optional(.name) { return checked(given) }
        if let name = identity.defaultName { return name }
        refuse(element.refused("the package name is too long for a name of the app: give it one"))
        return nil
    }

    private mutating func iosIdentity(_ object: JSONObject<AppKey>) -> AppIdentity? {
        let storeID: StoreID? = checked(object.optional(.storeID))
        let appID: AppID? = required(object, .appID).flatMap { checked($0) }
        return appID.map { .ios($0, storeID: storeID) }
    }

    private mutating func androidIdentity(_ object: JSONObject<AppKey>) -> AppIdentity? {
        let package: PackageName? = required(object, .package).flatMap { checked($0) }
        let fingerprints: [CertificateFingerprint]? = required(object, .fingerprints).flatMap { element in
            list(element, called: "fingerprint", name: \.text) { $0.checked($1) }
        }
        guard let package, let fingerprints else { return nil }
        return .android(package, fingerprints: fingerprints)
    }
}
