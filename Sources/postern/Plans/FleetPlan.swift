import Cryptography
import DeepLinks
import FleetStore
import Platform

/// What applying a fleet file does to the tenants that it touches.
struct FleetPlan {
    /// The file.
    let document: FleetDocument
    /// Whether tenants that the file does not name go.
    let prunes: Bool

    /// Reads a fleet file.
    ///
    /// - Parameters:
    ///   - path: The file; `-` is standard input.
    ///   - prunes: Whether tenants that the file does not name go.
    /// - Throws: ``SystemError`` for a file that cannot be read, ``FleetFileError`` for one that is refused.
    init(reading path: String, prunes: Bool) throws {
        document = try FleetDocument(reading: try FleetPlan.bytes(of: path))
        self.prunes = prunes
    }

    /// Reads the bytes of a fleet file.
    static func bytes(of path: String) throws -> [UInt8] {
        try File.read(path == "-" ? "/dev/stdin" : path)
    }

    /// The names of the tenants that the file touches.
    ///
    /// - Parameter existing: The names of all tenants that there are.
    /// - Returns: The names, those of tenants that the file makes included.
    func names(among existing: [TenantName]) -> [TenantName] {
        let named = document.file.tenants.map(\.name)
        return prunes ? Array(Set(named + existing)).sorted() : named
    }

    /// The tenants as the file makes them; one that goes is absent.
    ///
    /// - Parameter before: The tenants that the file touches, as they are.
    /// - Returns: The tenants by name, validated.
    /// - Throws: ``FleetFileError`` with the places in the file.
    func outcome(for before: [TenantName: Tenant]) throws(FleetFileError) -> [TenantName: Tenant] {
        var after: [TenantName: Tenant] = [:]
        for part in document.file.tenants {
            do throws(InputRefusals) {
                let tenant = try part.applied(to: before[part.name])
                try tenant.validate()
                after[part.name] = tenant
            } catch {
                throw document.error(for: error)
            }
        }
        return after
    }

    /// What changes, by tenant.
    func changes(from before: [TenantName: Tenant], to after: [TenantName: Tenant]) -> [FleetChange] {
        Set(before.keys).union(after.keys).sorted().flatMap { FleetChange.between(before[$0], after[$0]) }
    }

    /// Stands for the file and the state of what it touches: another state or another file has another token.
    ///
    /// - Parameter versions: The versions of the tenants that the file touches and that exist.
    /// - Returns: 32 hex digits.
    /// - Throws: ``CryptographyError`` on a machine that has no SHA-256.
    func token(for versions: [TenantName: Int64]) throws(CryptographyError) -> String {
        var text = prunes ? "prune\n" : "\n"
        for (name, version) in versions.sorted(by: { $0.key < $1.key }) { text += "\(name) \(version)\n" }
        let digest = try SHA256.digest(of: Array(text.utf8) + document.file.canonicalText)
        return String(digest.hex.prefix(32))
    }
}
