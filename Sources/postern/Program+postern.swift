import CommandLine

extension Program {
    /// The commands, in the order of the help.
    private static let table: [any Command.Type] = [
        TenantSet.self, TenantSuspend.self, TenantResume.self,
        DomainAdd.self, DomainSet.self, DomainRemove.self,
        AppAdd.self, AppSet.self, AppRemove.self,
        RouteAdd.self, RouteSetCommand.self, RouteMove.self, RouteRemove.self,
    ]

    /// The program that this executable is.
    static let postern = Program(
        name: "postern",
        version: "0.1.0",
        summary: "A multi-tenant deep-link gateway: answers links, publishes association files.",
        groups: [
            Group("tenant", "The customers of the gateway."),
            Group("domain", "The host names that the gateway answers for."),
            Group("app", "The apps that links open."),
            Group("route", "The ordered rules for URLs."),
        ],
        commands: table.map { $0.spec })

    /// The type that runs a command.
    static func command(of spec: CommandSpec) -> any Command.Type {
        guard let type = table.first(where: { $0.spec.path == spec.path }) else {
            preconditionFailure("no type runs '\(spec.name)'")
        }
        return type
    }
}
