import Association
import Cryptography
import DeepLinks
import JSONText
import Platform
import Postgres

/// What the audit log keeps of a change to a tenant: what differs, before and after, in the form of the fleet file.
struct AuditRecord: Equatable {
    var before: JSONDocument?
    var after: JSONDocument?

    /// Compares two states, each normalised; `nil` for a tenant that is not there.
    ///
    /// Links count where both states have them. Of an uploaded file it keeps the digest, by which the bytes are stored
    /// for good.
    ///
    /// - Parameters:
    ///   - before: The state before.
    ///   - after: The state after.
    ///   - forced: The uploaded files that were taken with errors.
    init(from before: Tenant?, to after: Tenant?, forced: [UploadCheck.BrokenFile] = []) {
        self.before = before.map { Self.document(of: $0, comparedWith: after) }
        self.after = after.map { Self.document(of: $0, comparedWith: before, forced: forced) }
    }

    /// Notes how many lines of links were imported, and how many of them were new or others than before.
    init(importing count: Int, added: Int, changed: Int) {
        var writer = JSONWriter()
        writer.object { writer in
            writer.member("imported", count)
            writer.member("added", added)
            writer.member("changed", changed)
        }
        after = JSONDocument(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// Notes that a name is not held any more for the tenant that gave it up.
    init(endingHoldOf domain: DomainName) {
        var writer = JSONWriter()
        writer.object { $0.member("held", domain.text) }
        before = JSONDocument(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// Notes a role of the database that got rights.
    init(granting login: LoginName) {
        after = Self.document(of: login)
    }

    /// Notes a role of the database that lost its rights.
    init(revoking login: LoginName) {
        before = Self.document(of: login)
    }

    /// Notes certificates by fingerprint and names; nothing of a key, sealed or not.
    init(removing removed: [SHA256Digest] = [], adding added: StoredCertificate? = nil) {
        if !removed.isEmpty {
            var writer = JSONWriter()
            writer.object { $0.member("certificates", removed.map(\.hex)) }
            before = JSONDocument(String(decoding: writer.bytes, as: UTF8.self))
        }
        if let added {
            var writer = JSONWriter()
            writer.object { writer in
                writer.member("certificate", added.fingerprint.hex)
                writer.member("names", added.names)
                writer.member("ends", added.ends.description)
            }
            after = JSONDocument(String(decoding: writer.bytes, as: UTF8.self))
        }
    }

    private static func document(of login: LoginName) -> JSONDocument {
        var writer = JSONWriter()
        writer.object { $0.member("login", login.text) }
        return JSONDocument(String(decoding: writer.bytes, as: UTF8.self))
    }

    /// The settings and elements of a tenant that another state of it does not have the same.
    private static func document(
        of tenant: Tenant, comparedWith other: Tenant?, forced: [UploadCheck.BrokenFile] = []
    ) -> JSONDocument {
        var part = TenantPart(of: tenant, differingFrom: other)
        var more: [(name: String, value: [UInt8])] = []
        if let links = part.links, links.count > linkLimit {
            part.links = nil
            more.append(("linkCount", Array("\(links.count)".utf8)))
        }
        if let uploads = digests(of: part.domains ?? []) { more.append(("uploads", uploads)) }
        part.domains = part.domains?.map { domain in
            var domain = domain
            domain.uploads = UploadedFiles()
            return domain
        }
        // The file does not say whether a name is live, only whether it is attested.
        if let other, let live = names(liveIn: tenant, pendingIn: other) { more.append(("live", live)) }
        if !forced.isEmpty { more.append(("forced", errors(of: forced))) }
        if let other, let order = order(of: tenant, comparedWith: other) {
            var writer = JSONWriter()
            writer.array { writer in order.forEach { writer.write($0.text) } }
            more.append(("routeOrder", writer.bytes))
        }
        // The file's object is closed again behind further members.
        var text = FleetFile(tenants: [part]).canonicalText
        while let last = text.last, last != UInt8(ascii: "}") { text.removeLast() }
        text.removeLast()
        for (name, value) in more { text += Array(",\"\(name)\":".utf8) + value }
        text.append(UInt8(ascii: "}"))
        return JSONDocument(String(decoding: text, as: UTF8.self))
    }

    /// The SHA-256 of each uploaded file, by host and kind; `nil` for none.
    private static func digests(of domains: [Domain]) -> [UInt8]? {
        let domains = domains.filter { !$0.uploads.isEmpty }
        guard !domains.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.object { writer in
            for domain in domains {
                writer.name(domain.name.text)
                writer.object { writer in
                    for kind in AssociationKind.allCases {
                        guard let bytes = domain.uploads[kind] else { continue }
                        writer.member(kind.rawValue, (try? SHA256.digest(of: bytes).hex) ?? "")
                    }
                }
            }
        }
        return writer.bytes
    }

    /// The codes of the errors that files were taken with.
    private static func errors(of files: [UploadCheck.BrokenFile]) -> [UInt8] {
        var writer = JSONWriter()
        writer.array { writer in
            for file in files {
                writer.object { writer in
                    writer.member("host", file.domain.text)
                    writer.member("kind", file.kind.rawValue)
                    writer.member("errors", Set(file.errors.map(\.code.rawValue)).sorted())
                }
            }
        }
        return writer.bytes
    }

    /// The names that have become live by a proof; `nil` for none.
    private static func names(liveIn tenant: Tenant, pendingIn other: Tenant) -> [UInt8]? {
        let pending = Set(other.domains.filter { $0.state == .pending }.map(\.name))
        let names = tenant.domains.filter { $0.state == .live && pending.contains($0.name) }.map(\.name.text)
        guard !names.isEmpty else { return nil }
        var writer = JSONWriter()
        writer.array { writer in names.forEach { writer.write($0) } }
        return writer.bytes
    }

    /// How many links an event names; of more it keeps the count.
    private static let linkLimit = 100

    /// The names of the routes that both states have, where their order differs.
    private static func order(of tenant: Tenant, comparedWith other: Tenant) -> [RouteName]? {
        let names = tenant.routes.map(\.name)
        let others = other.routes.map(\.name)
        let common = Set(names).intersection(others)
        let order = names.filter(common.contains)
        return order == others.filter(common.contains) ? nil : order
    }
}
