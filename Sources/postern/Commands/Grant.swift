import CommandLine
import DeepLinks
import FleetStore

/// `postern grant`: who may do what in the database.
struct Grant: Command {
    private static let tenant = Option.tenant.saying("the tenant that the login is of")
    private static let service = Option("as", "SERVICE", "what the login is for: operator, gateway or prober")
    private static let login = Option("login", "ROLE", "the role to grant to; it is made where there is none")
    private static let revokes = Flag("revoke", "take the login's rights away")

    static let spec = CommandSpec(
        "grant", "Gives roles of the database their rights, and tenants logins of their own.",
        discussion: [
            "Alone it makes the roles postern_operator, postern_gateway, postern_prober and postern_tenant, with what each"
                + " needs and no more, and lets nobody else connect but the owner. It can be given again at any time;"
                + " 'postern migrate' does so after it changed the schema.",
            "With --login it grants one of them. A tenant's login sees and changes what is the tenant's own and nothing"
                + " else, with these commands as they are or with psql; it does not attest or verify names, change limits,"
                + " or free blocked links.",
            "A role that is made has no password: set one with \\password in psql, or let pg_hba.conf say how it logs in."
                + " The database is to be given by its owner's login, which may make roles.",
        ],
        options: [tenant, service, login, .database], flags: [revokes],
        forms: [
            "[--database\u{A0}URL]", "--tenant\u{A0}NAME --login\u{A0}ROLE [--database\u{A0}URL]",
            "--as\u{A0}SERVICE --login\u{A0}ROLE [--database\u{A0}URL]",
            "--revoke --login\u{A0}ROLE [--database\u{A0}URL]",
        ],
        examples: [
            .init("the roles and their rights", "postern grant"),
            .init("a tenant's login", "postern grant --tenant acme --login acme"),
            .init("a gateway's login", "postern grant --as gateway --login web_1"),
            .init("no rights any more", "postern grant --revoke --login acme"),
        ])

    private enum Order {
        case roles
        case tenant(TenantName, LoginName)
        case service(ServiceRole, LoginName)
        case nothing(LoginName)
    }

    private let order: Order
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        let tenant: TenantName? = try arguments.checked(Self.tenant)
        let service = try arguments.choice(Self.service, ServiceRole.allCases) { $0.rawValue }
        let login: LoginName? = try arguments.checked(Self.login)
        switch (tenant, service, arguments.has(Self.revokes), login) {
        case (nil, nil, false, nil): order = .roles
        case (let tenant?, nil, false, let login?): order = .tenant(tenant, login)
        case (nil, let service?, false, let login?): order = .service(service, login)
        case (nil, nil, true, let login?): order = .nothing(login)
        default:
            throw arguments.combination("--login goes with one of --tenant, --as and --revoke, and each with it")
        }
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        switch order {
        case .roles:
            let keepsStrangersOut = try store.grant()
            console.note("the roles have their rights")
            if !keepsStrangersOut {
                console.note(
                    "everybody with a role in the cluster may still connect: only the database's owner ends that")
            }
        case .tenant(let tenant, let login):
            try store.grant(login, to: tenant, as: Self.operation)
            console.note("\(login) is a login of tenant \(tenant)")
        case .service(let service, let login):
            try store.grant(login, as: service, by: Self.operation)
            console.note("\(login) is a login of the \(service.rawValue)'s")
        case .nothing(let login):
            try store.revoke(login, as: Self.operation)
            console.note("\(login) has no rights in the fleet any more")
        }
        return .done
    }
}
