import ClientCode
import CommandLine
import DeepLinks
import FleetStore

/// `postern code list`: which apps have client code, and its revisions.
struct CodeList: Command {
    static let spec = CommandSpec(
        "code list", "Lists the apps that client code can be written for.",
        discussion: ["An app that no route opens has none. The revision changes when the code does."],
        options: [Option.tenant.saying("only this tenant's"), .fleet, .database], flags: [.json],
        examples: [.init("what a fleet file holds", "postern code list --fleet fleet.json5")])

    private let tenant: TenantName?
    private let source: TenantSource
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.checked(.tenant)
        source = try TenantSource(arguments)
        isJSON = arguments.has(.json)
    }

    func run(_ console: Console) throws -> ExitCode {
        let tenants = try tenant.map { [try source.tenant(named: $0)] } ?? source.tenants(console)
        let records = try tenants.flatMap { tenant in
            try tenant.apps.flatMap { app in
                try CodeLanguage.allCases.filter { $0.isLanguage(of: app) }.compactMap { language in
                    try (try? ClientLinks(tenant, app: app.name)).map { try Record($0, language) }
                }
            }
        }
        try console.list(
            "code", records, columns: ["tenant", "app", "language", "package", "links", "revision"], json: isJSON)
        return .done
    }
}

extension Record {
    /// The client code of an app.
    fileprivate init(_ links: ClientLinks, _ language: CodeLanguage) throws {
        let revision = try links.revision
        let code = language.code(links, revision: revision)
        add("tenant", links.tenant.text)
        add("app", links.app.name.text)
        add("language", language.rawValue)
        add("package", code.name)
        add("links", .number(links.opening.count))
        add("files", .list(code.files.map(\.path)))
        add("revision", revision)
    }
}
