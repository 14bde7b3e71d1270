import CommandLine
import DeepLinks

/// `postern route remove`: takes a route from a tenant, with its links.
struct RouteRemove: TenantEdit {
    static let spec = CommandSpec(
        "route remove", "Takes a route from a tenant, with its links.",
        discussion: [
            "Phones keep the association file for about a week: a URL that opened the app should still lead a browser"
                + " somewhere after that."
        ],
        positionals: [.route], options: [Option.tenant.required, .database],
        examples: [.init("one route", "postern route remove product --tenant acme")])

    let tenant: TenantName
    let database: DatabaseAddress
    private let name: RouteName

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.route)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        tenant.routes.remove(at: try tenant.index(ofRoute: name))
        return "route \(name) removed"
    }
}
