import ClientCode
import CommandLine
import Cryptography
import DeepLinks
import FleetStore
import Platform

/// What `postern code swift` and its like are asked for.
struct CodeRequest {
    static let app = Option("app", "APP", "the app; the tenant's only one by default")
    static let out = Option(
        "out", "DIR", "write the files into this directory; one with the package's name by default")
    static let check = Option("check", "DIR", "compare with this directory and write nothing")

    static let router = Flag("router", "also write a router and a scene's delegate, where there are none yet")

    /// The options of these commands.
    static let options = [Option.tenant.required, app, out, check, .fleet, .database]
    /// The answers of these commands.
    static let answers: [(number: UInt8, meaning: String)] = [(1, "with --check: a file is missing or out of date")]

    private enum Purpose {
        case write(String?, withRouter: Bool)
        case check(String)
    }

    private let tenant: TenantName
    private let app: AppName?
    private let source: TenantSource
    private let purpose: Purpose

    /// Reads what is asked for.
    ///
    /// - Parameters:
    ///   - arguments: The command's.
    ///   - withRouter: Whether a router is wanted too; a language without one has no flag for it.
    /// - Throws: When a name is none, or options exclude each other.
    init(_ arguments: ParsedArguments, withRouter: Bool = false) throws {
        tenant = try arguments.required(.tenant)
        app = try arguments.checked(Self.app)
        source = try TenantSource(arguments)
        for option in [Self.out, Self.check] where arguments.text(option)?.isEmpty ?? false {
            throw arguments.combination("--\(option.name) names a directory")
        }
        switch (arguments.text(Self.out), arguments.text(Self.check)) {
        case (let out, nil): purpose = .write(out, withRouter: withRouter)
        case (nil, let directory?) where !withRouter: purpose = .check(directory)
        case (nil, _): throw arguments.combination("--router writes: leave it or --check DIR out")
        default: throw arguments.combination("give one of --out DIR and --check DIR")
        }
    }

    /// Writes or compares.
    func run(_ language: CodeLanguage, _ console: Console) throws -> ExitCode {
        let tenant = try source.tenant(named: self.tenant)
        let links = try ClientLinks(tenant, in: language, app: app)
        for domain in tenant.domains where domain.state == .pending {
            console.note("\(domain.name) is not in the code: it is pending")
        }
        for domain in links.uploading {
            console.note(
                "the association file of \(domain.name) is uploaded and alone says what opens the app there;"
                    + " the code follows the routes")
        }
        let code = language.code(links, revision: try links.revision)
        switch purpose {
        case .write(let directory, let hasRouter):
            let directory = directory ?? code.name
            try spareOthers(code, in: directory)
            try write(code.files, into: directory, console)
            for path in try leftovers(code, in: directory) { try console.write("\(path) is not needed any more\n") }
            if hasRouter { try begin(code.sketches, in: directory, console) }
            return .done
        case .check(let directory): return try check(code, in: directory, console)
        }
    }

    /// Refuses to write over a file in a directory that does not hold this app's code already.
    private func spareOthers(_ code: CodePackage, in directory: String) throws {
        if let text = try contents(of: "\(directory)/\(code.signature)"),
            code.isSigned(String(decoding: text, as: UTF8.self))
        {
            return
        }
        for file in code.files {
            let path = "\(directory)/\(file.path)"
            guard let old = try contents(of: path), old != Array(file.text.utf8) else { continue }
            throw CommandFailure(
                .refused,
                "\(path) is there, and \(directory) does not hold what '\(code.command)' wrote: choose another directory"
            )
        }
    }

    /// Files that earlier routes or settings asked for, as they were written then.
    private func leftovers(_ code: CodePackage, in directory: String) throws -> [String] {
        try code.leftovers.map { "\(directory)/\($0)" }.filter { path in
            try contents(of: path).map { code.isMade(String(decoding: $0, as: UTF8.self)) } ?? false
        }
    }

    private func write(_ files: [CodeFile], into directory: String, _ console: Console) throws {
        for file in files {
            let path = "\(directory)/\(file.path)"
            if let slash = path.lastIndex(of: "/") { try Directory.create(String(path[..<slash])) }
            try File.replace(path, with: Array(file.text.utf8))
            try console.write("\(path)\n")
        }
    }

    /// Writes files that are the team's own once they are there.
    private func begin(_ files: [CodeFile], in directory: String, _ console: Console) throws {
        for file in files {
            if try contents(of: "\(directory)/\(file.path)") == nil {
                try write([file], into: directory, console)
            } else {
                try console.write("\(directory)/\(file.path) is there already and stays\n")
            }
        }
    }

    private func check(_ code: CodePackage, in directory: String, _ console: Console) throws -> ExitCode {
        var isCurrent = true
        for file in code.files {
            let path = "\(directory)/\(file.path)"
            let old = try contents(of: path)
            guard old != Array(file.text.utf8) else { continue }
            isCurrent = false
            try console.write("\(path) \(old == nil ? "is missing" : "is out of date")\n")
        }
        for path in try leftovers(code, in: directory) {
            isCurrent = false
            try console.write("\(path) is not needed any more\n")
        }
        return isCurrent ? .done : .answer(1)
    }

    /// What a file holds; `nil` when there is none.
    private func contents(of path: String) throws(SystemError) -> [UInt8]? {
        do {
            return try File.readRegular(path)
        } catch {
            guard error.isMissingFile else { throw error }
            return nil
        }
    }
}

extension ClientLinks {
    /// The beginning of the digest of everything that the code is made from.
    var revision: String {
        get throws(CryptographyError) { String(try SHA256.digest(of: canonicalForm).hex.prefix(12)) }
    }
}

extension SystemError {
    /// `ENOENT` or `ENOTDIR`.
    fileprivate var isMissingFile: Bool { errno == 2 || errno == 20 }
}
