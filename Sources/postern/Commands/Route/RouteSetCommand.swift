import CommandLine
import DeepLinks

/// `postern route set`: changes settings of a route.
struct RouteSetCommand: TenantEdit {
    static let spec = CommandSpec(
        "route set", "Changes settings of a route.",
        positionals: [.route, Assignments.positional(Setting.ofRoute)], options: [Option.tenant.required, .database],
        examples: [.init("keep it in the browser", "postern route set product --tenant acme opens=none")])

    let tenant: TenantName
    let database: DatabaseAddress
    private let name: RouteName
    private let assignments: Assignments<Route>

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.route)
        assignments = try Assignments(arguments, among: Setting.ofRoute)
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        try assignments.apply(to: &tenant.routes[tenant.index(ofRoute: name)])
        return "route \(name) changed"
    }
}
