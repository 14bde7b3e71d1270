import CommandLine
import DeepLinks
import FleetStore
import JSONText
import Platform

/// `postern link export`: a tenant's links as a file.
struct LinkExport: Command {
    private static let format = Option("format", "NAME", "csv (by default) or jsonl")

    static let spec = CommandSpec(
        "link export", "Writes a tenant's links as CSV or JSON Lines.",
        discussion: [
            "All that 'postern link set' can change is in it, and 'postern link import' reads it. Links to which no request"
                + " leads any more, for an edit has put another route before theirs, are left out and counted."
        ],
        options: [Option.tenant.required, format, .database],
        examples: [.init("one tenant's", "postern link export --tenant acme > links.csv")])

    private let tenant: TenantName
    private let form: LinkFile.Form
    private let database: DatabaseAddress

    init(_ arguments: ParsedArguments) throws {
        tenant = try arguments.required(.tenant)
        form = try arguments.choice(Self.format, LinkFile.Form.allCases, \.rawValue) ?? .csv
        database = try DatabaseAddress(arguments)
    }

    func run(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        let tenant = try store.tenant(named: tenant).tenant
        var intake = LinkIntake(tenant)
        var lines = LinkLines(form)
        var stranded = 0
        var failure: CommandFailure?
        do throws(StoreError) {
            try store.forEachLink(of: tenant.name) { link throws(StoreError) in
                guard let url = LinkEntry(exporting: link, of: tenant)?.url, (try? intake.key(of: url)) == link.key
                else {
                    stranded += 1
                    return
                }
                lines.append(url, link)
                guard lines.bytes.count >= 1 << 16 else { return }
                do throws(CommandFailure) {
                    try console.write(lines.bytes)
                } catch {
                    failure = error
                    throw .internal(error.message)
                }
                lines.bytes.removeAll(keepingCapacity: true)
            }
        } catch {
            throw failure ?? CommandFailure(error)
        }
        try console.write(lines.bytes)
        if stranded > 0 { console.note("\(stranded) links are left out: no request leads to them any more") }
        return .done
    }
}
