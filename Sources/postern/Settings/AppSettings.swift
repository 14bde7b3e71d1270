import DeepLinks

extension Setting<App> {
    /// The settings of an app.
    static let ofApp: [Setting<App>] = [
        Setting("appID") { app, text in
            guard case .ios(_, let storeID) = app.identity else { throw wrongPlatform("appID", text, "iOS") }
            app.identity = .ios(try read("appID", text), storeID: storeID)
        },
        Setting("storeID") { app, text in
            guard case .ios(let id, _) = app.identity else { throw wrongPlatform("storeID", text, "iOS") }
            app.identity = .ios(id, storeID: try unlessEmpty(text) { try read("storeID", $0) })
        },
        Setting("package") { app, text in
            guard case .android(_, let prints) = app.identity else { throw wrongPlatform("package", text, "Android") }
            app.identity = .android(try read("package", text), fingerprints: prints)
        },
        Setting("fingerprints") { app, text in
            guard case .android(let name, _) = app.identity else {
                throw wrongPlatform("fingerprints", text, "Android")
            }
            app.identity = .android(name, fingerprints: try readList(text).map { try read("fingerprints", $0) })
        },
        Setting("scheme") { $0.scheme = try unlessEmpty($1) { try read("scheme", $0) } },
        Setting("webCredentials") {
            $0.hasWebCredentials = try unlessEmpty($1) { try readBool("webCredentials", $0) } ?? false
        },
        Setting("appClips") { app, text in
            guard case .ios = app.identity else { throw wrongPlatform("appClips", text, "iOS") }
            app.appClips = try readList(text).map { try read("appClips", $0) }
        },
    ]

    private static func wrongPlatform(_ field: String, _ text: String, _ platform: String) -> CommandFailure {
        .refused(field, text, "only an app for \(platform) has it")
    }
}
