import CommandLine

extension Program {
    /// The commands, in the order of the help.
    private static let table: [any Command.Type] = [
        Migrate.self, Grant.self, Serve.self,
        TenantAdd.self, TenantList.self, TenantShow.self, TenantSet.self, TenantSuspend.self, TenantResume.self,
        TenantRemove.self,
        DomainAdd.self, DomainVerify.self, DomainList.self, DomainShow.self, DomainSet.self, DomainRemove.self,
        DomainRelease.self,
        AppAdd.self, AppList.self, AppShow.self, AppSet.self, AppRemove.self,
        RouteAdd.self, RouteList.self, RouteShow.self, RouteSetCommand.self, RouteMove.self, RouteRemove.self,
        LinkAdd.self, LinkList.self, LinkShow.self, LinkSet.self, LinkRemove.self,
        LinkImport.self, LinkExport.self,
        Resolve.self, PagePreviewCommand.self, Doctor.self, Probe.self,
        FleetExport.self, FleetPlanCommand.self, FleetApply.self,
        AssociationLintCommand.self, AssociationMatch.self, AssociationDiff.self, AssociationCompile.self,
        AssociationList.self, AssociationShow.self, AssociationPublish.self, AssociationUpload.self,
        AssociationHistory.self,
        DriftList.self, DriftHistory.self, DriftSilence.self,
        CertificateAdd.self, CertificateImport.self, CertificateList.self, CertificateShow.self, CertificateRemove.self,
        CertificateDue.self, CertificateChallenge.self,
        CodeList.self, CodeSwift.self, CodeKotlin.self,
        Gateways.self, GatewaysForget.self, Audit.self,
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
            Group("link", "The named short paths under a route of kind links."),
            Group("page", "The pages that the gateway makes."),
            Group("fleet", "All tenants with everything they own, as a file."),
            Group("association", "The association files that phones fetch."),
            Group("certificate", "The certificates that gateways end TLS with."),
            Group("code", "The apps' side of the routes, as source code."),
        ],
        commands: table.map { $0.wholeSpec })

    /// The type that runs a command.
    static func command(of spec: CommandSpec) -> any Command.Type {
        guard let type = table.first(where: { $0.spec.path == spec.path }) else {
            preconditionFailure("no type runs '\(spec.name)'")
        }
        return type
    }
}
