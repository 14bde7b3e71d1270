import CommandLine
import DeepLinks

/// `postern app add`: gives a tenant an app.
struct AppAdd: TenantEdit {
    private static let ios = Option(
        "ios", "APPID", "an iOS app: application identifier prefix (not always the team ID), dot, bundle ID")
    private static let android = Option("android", "PACKAGE", "an Android app by its package name")
    private static let fingerprint = Option(
        "fingerprint", "SHA256",
        "a signing certificate's SHA-256 as colon-parted hex; for store builds the app signing key"
            + " of Google Play, not the upload key", isRepeated: true)
    private static let store = Option("store", "ID", "the app's number in the App Store")
    private static let scheme = Option("scheme", "SCHEME", "the app's custom URL scheme, without ://")
    private static let name = Option("name", "NAME", "by which routes speak of it; the bundle ID or package by default")

    static let spec = CommandSpec(
        "app add", "Gives a tenant an app.",
        options: [Option.tenant.required, ios, store, android, fingerprint, scheme, name, .database],
        forms: [
            "--tenant\u{A0}NAME --ios\u{A0}APPID [--store\u{A0}ID] [--scheme\u{A0}SCHEME] [--name\u{A0}NAME]"
                + " [--database\u{A0}URL]",
            "--tenant\u{A0}NAME --android\u{A0}PACKAGE --fingerprint\u{A0}SHA256... [--scheme\u{A0}SCHEME]"
                + " [--name\u{A0}NAME] [--database\u{A0}URL]",
        ],
        examples: [
            .init("an iOS app", "postern app add --tenant acme --ios 8K4QZN7WXT.example.acme.shop --scheme acme"),
            .init(
                "an Android app",
                "postern app add --tenant acme --android example.acme.shop --fingerprint 14:6D:E9:…"),
        ])

    let tenant: TenantName
    let database: DatabaseAddress
    private let app: App

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        let identity: AppIdentity
        let ownName: String
        switch (arguments.has(Self.ios), arguments.has(Self.android)) {
        case (true, false):
            guard !arguments.has(Self.fingerprint) else {
                throw arguments.combination("--fingerprint goes with --android")
            }
            let id: AppID = try arguments.required(Self.ios)
            identity = .ios(id, storeID: try arguments.checked(Self.store))
            ownName = String(id.bundleID)
        case (false, true):
            guard !arguments.has(Self.store) else { throw arguments.combination("--store goes with --ios") }
            guard arguments.has(Self.fingerprint) else {
                throw arguments.combination("--android needs --fingerprint SHA256, once or more")
            }
            let package: PackageName = try arguments.required(Self.android)
            identity = .android(package, fingerprints: try arguments.all(Self.fingerprint))
            ownName = package.text
        default:
            throw arguments.combination("give either --ios APPID or --android PACKAGE")
        }
        app = App(
            name: try arguments.checked(Self.name) ?? read(Self.name.spelling, ownName), identity: identity,
            scheme: try arguments.checked(Self.scheme))
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        guard !tenant.apps.contains(where: { $0.name == app.name }) else {
            throw CommandFailure(
                .refused, "tenant \(tenant.name) has an app '\(app.name)' already; give another --name")
        }
        tenant.apps.append(app)
        return "app \(app.name) added"
    }
}
