import CommandLine
import DeepLinks

/// `postern app set`: changes settings of an app.
struct AppSet: TenantEdit {
    static let spec = CommandSpec(
        "app set", "Changes settings of an app.",
        positionals: [.app, Assignments.positional(Setting.ofApp)], options: [Option.tenant.required, .database],
        examples: [
            .init("its number in the App Store", "postern app set example.acme.shop --tenant acme storeID=1435627943")
        ])

    let tenant: TenantName
    let database: DatabaseAddress
    private let name: AppName
    private let assignments: Assignments<App>

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.app)
        assignments = try Assignments(arguments, among: Setting.ofApp)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        try assignments.apply(to: &tenant.apps[tenant.index(ofApp: name)])
        return "app \(name) changed"
    }
}
