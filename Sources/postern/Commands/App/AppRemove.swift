import CommandLine
import DeepLinks

/// `postern app remove`: takes an app from a tenant.
struct AppRemove: TenantEdit {
    static let spec = CommandSpec(
        "app remove", "Takes an app from a tenant; routes must not name it any more.",
        positionals: [.app], options: [Option.tenant.required, .database],
        examples: [.init("one app", "postern app remove example.acme.shop --tenant acme")])

    let tenant: TenantName
    let database: DatabaseAddress
    private let name: AppName

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.app)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        tenant.apps.remove(at: try tenant.index(ofApp: name))
        return "app \(name) removed"
    }
}
