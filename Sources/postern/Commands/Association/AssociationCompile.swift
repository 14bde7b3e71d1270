import Association
import CommandLine
import Cryptography
import DeepLinks
import JSONText

/// `postern association compile`: the file that the gateway publishes for a domain, made now.
struct AssociationCompile: Command {
    private static let hasLegacyPaths = Flag(
        "legacy-paths", "also write paths, the rules of iOS 12 and earlier; never published")

    static let spec = CommandSpec(
        "association compile", "Makes a domain's association file of its routes, and says what it cannot say.",
        discussion: [
            "The bytes are those that gateways publish, unless a file was uploaded. At a wildcard's parent and below a wildcard they are the"
                + " wildcard's. What the file decides otherwise than the routes, or otherwise than people expect, goes to"
                + " standard error with a URL that shows it. With --fleet the database is not asked."
        ],
        positionals: [.host], options: [.fleet, .associationKind, .database], flags: [hasLegacyPaths, .json],
        examples: [
            .init("what a fleet file makes", "postern association compile --fleet fleet.json5 go.acme.example"),
            .init(
                "for Android, by the database",
                "postern association compile go.acme.example --kind assetlinks > assetlinks.json"),
        ])

    private enum Source {
        case file(String)
        case database(DatabaseAddress)
    }

    private let name: DomainName
    private let source: Source
    private let kind: AssociationKind
    private let hasLegacyPaths: Bool
    private let isJSON: Bool

    init(_ arguments: ParsedArguments) throws {
        name = try arguments.required(.host)
        switch (arguments.text(.fleet), arguments.has(.database)) {
        case (let path?, false): source = .file(path)
        case (nil, _): source = .database(try DatabaseAddress(arguments))
        default: throw arguments.combination("give one of --fleet FILE and --database URL")
        }
        kind = try arguments.associationKind() ?? .aasa
        hasLegacyPaths = arguments.has(Self.hasLegacyPaths)
        guard !hasLegacyPaths || kind == .aasa else {
            throw arguments.combination("--legacy-paths goes with --kind aasa")
        }
        isJSON = arguments.has(.json)
    }

    func run(_ console: Console) throws -> ExitCode {
        let found =
            switch source {
            case .file(let path): try PublishedDomain(at: name, inFile: path)
            case .database(let address): try PublishedDomain(at: name, in: address.openStore())
            }
        let tenant = found.tenant
        var domain = found.domain
        let isUploaded = domain.uploads[kind] != nil
        domain.uploads = UploadedFiles()
        let bytes: [UInt8]?
        let findings: [CompileFinding]
        do throws(AssociationError) {
            bytes = try tenant.associationFile(for: domain, kind: kind, hasLegacyPaths: hasLegacyPaths)
            findings = try tenant.compileFindings(for: domain, kind: kind, hasLegacyPaths: hasLegacyPaths)
        } catch {
            throw CommandFailure(.refused, "\(domain.name): \(error)")
        }
        guard let bytes else { throw CommandFailure.nothingPublished(kind, at: domain.name, of: tenant.name) }
        if isJSON {
            try writeJSON(bytes, findings, found, console)
        } else {
            try console.write(bytes)
            if domain.name != name { console.note("this is the file of \(domain.name)") }
            if isUploaded { console.note("\(domain.name) publishes an uploaded file; this one is not served") }
            if domain.state == .pending { console.note("\(domain.name) is pending: no gateway serves it yet") }
            for finding in findings { console.note("\(finding)") }
        }
        return .done
    }

    private func writeJSON(
        _ bytes: [UInt8], _ findings: [CompileFinding], _ found: PublishedDomain, _ console: Console
    ) throws {
        var document = Record()
        document.add("host", found.domain.name.text)
        document.add("tenant", found.tenant.name.text)
        document.add("kind", kind.rawValue)
        document.add("sha256", try SHA256.digest(of: bytes).hex)
        document.add("bytes", .number(bytes.count))
        document.add("compiler", .number(AssociationDocument.compilerVersion))
        document.add("text", String(decoding: bytes, as: UTF8.self))
        try console.writeJSON { writer in
            writer.name("document")
            writer.write(document)
            writer.name("findings")
            writer.array { writer in
                for finding in findings { writer.write(Record(finding)) }
            }
        }
    }
}

extension CommandFailure {
    /// A domain without a file of a kind.
    static func nothingPublished(
        _ kind: AssociationKind, at domain: DomainName, of tenant: TenantName
    ) -> CommandFailure {
        let app =
            switch kind {
            case .aasa: "--ios APPID"
            case .assetlinks: "--android PACKAGE"
            }
        return CommandFailure(
            .noInput,
            "\(domain) publishes no \(kind.rawValue): the tenant has no app that needs it;"
                + " 'postern app add --tenant \(tenant) \(app)' gives it one")
    }
}
