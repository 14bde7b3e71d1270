import DeepLinks

extension Record {
    /// An app of a tenant.
    init(_ app: App, of tenant: TenantName) {
        add("name", app.name.text)
        add("tenant", tenant.text)
        switch app.identity {
        case .ios(let id, let storeID):
            add("platform", "ios")
            add("identifier", id.text)
            add("storeID", storeID?.text)
            add("fingerprints", Value.none)
        case .android(let name, let fingerprints):
            add("platform", "android")
            add("identifier", name.text)
            add("storeID", Value.none)
            add("fingerprints", .list(fingerprints.map(\.text)))
        }
        add("scheme", app.scheme?.text)
        add("webCredentials", .bool(app.hasWebCredentials))
        add("appClips", .list(app.appClips.map(\.text)))
    }
}
