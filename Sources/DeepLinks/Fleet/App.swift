/// An app of a tenant, on one platform.
package struct App: Equatable, Sendable {
    /// The name by which routes speak of the app; unique in the tenant.
    ///
    /// Default: the bundle ID or package name.
    package var name: AppName

    /// What the platform knows it by.
    package var identity: AppIdentity

    /// Its custom URL scheme, where it has one: `myapp`.
    package var scheme: URLScheme?

    /// Whether the app may fill in what people saved for the tenant's domains: passwords and passkeys.
    ///
    /// Default false.
    package var hasWebCredentials: Bool

    /// The App Clips of an iOS app, in the order of the association file; each ID is that of the app, a dot and more.
    package var appClips: [AppID]

    /// Makes an app.
    package init(
        name: AppName, identity: AppIdentity, scheme: URLScheme? = nil, hasWebCredentials: Bool = false,
        appClips: [AppID] = []
    ) {
        self.name = name
        self.identity = identity
        self.scheme = scheme
        self.hasWebCredentials = hasWebCredentials
        self.appClips = appClips
    }
}

/// What a platform knows an app by.
package enum AppIdentity: Equatable, Sendable {
    /// An iOS app: its app ID (application identifier prefix, dot, bundle ID) and its App Store number.
    case ios(AppID, storeID: StoreID?)
    /// An Android app: its package name and the SHA-256 fingerprints of its signing certificates, one or more.
    case android(PackageName, fingerprints: [CertificateFingerprint])
}
