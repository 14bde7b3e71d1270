import CommandLine
import DeepLinks

/// `postern route move`: puts a route elsewhere in the order.
struct RouteMove: TenantEdit {
    private static let before = Option("before", "ROUTE", "the route to stand before")
    private static let last = Flag("last", "stand behind all others")

    static let spec = CommandSpec(
        "route move", "Puts a route elsewhere in the tenant's order.",
        positionals: [.route], options: [Option.tenant.required, before, .database], flags: [last],
        forms: ["ROUTE --tenant\u{A0}NAME (--before\u{A0}ROUTE | --last) [--database\u{A0}URL]"],
        examples: [.init("ahead of another", "postern route move sale --tenant acme --before product")])

    let tenant: TenantName
    let database: DatabaseAddress
    private let name: RouteName
    private let next: RouteName?

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        name = try arguments.required(.route)
        next = try arguments.checked(Self.before)
        guard (next == nil) == arguments.has(Self.last) else {
            throw arguments.combination("give either --before ROUTE or --last")
        }
        guard next != name else { throw arguments.combination("a route cannot stand before itself") }
        database = try DatabaseAddress(arguments)
    }

    func apply(to tenant: inout Tenant) throws -> String {
        let route = tenant.routes.remove(at: try tenant.index(ofRoute: name))
        let place = try next.map { try tenant.index(ofRoute: $0) } ?? tenant.routes.count
        tenant.routes.insert(route, at: place)
        return "route \(name) is number \(place + 1) of \(tenant.routes.count)"
    }
}
