import Association
import Cryptography
import DeepLinks

/// Compiles tenants to what a routing table serves.
struct TenantCompiler: Sendable {
    let numbers: RecordNumbers

    /// The bytes of a domain's association files.
    struct Documents {
        var aasa: [UInt8]?
        var assetlinks: [UInt8]?
    }

    /// The keys of a tenant's live domains.
    ///
    /// Domains with equal route sets share one set and one program, and equal files are held once. A wildcard also answers
    /// association paths at its parent, where Apple reads them, unless the parent is a domain of its own.
    func compile(
        _ tenant: Tenant, rows: ((Domain, RouteSet) -> ServedDomain.Rows?)? = nil,
        documents: (Domain) throws(GatewayError) -> Documents
    ) throws(GatewayError) -> [ServedDomain] {
        var compiled: [[UInt8]: (program: TableBlock, routes: RouteSet)] = [:]
        // Nearly always the domains have one set, which is told sooner by a look than by its canonical form.
        var latest: (program: TableBlock, routes: RouteSet)?
        var files: [SHA256Digest: TableBlock] = [:]
        let live = tenant.domains.filter { $0.state == .live }
        let hosts = Set(live.filter { !$0.name.isWildcard }.map(\.name.base.text))
        var served: [ServedDomain] = []
        let page = try ServedPage.of(tenant.page)
        for domain in live {
            let set = tenant.routeSet(for: domain)
            let (program, routes) =
                if let latest, latest.routes == set {
                    latest
                } else {
                    Self.shared(set, &compiled)
                }
            latest = (program, routes)
            let documents = try documents(domain)
            let rows = rows.map { $0(domain, routes) } ?? placeholders(domain, routes)
            let details = ServedDetails(of: domain, tenant, routes: routes, page: page)
            let aasa = try Self.file(documents.aasa, &files)
            let assetlinks = try Self.file(documents.assetlinks, &files)
            func add(_ key: DomainKey, isAssociationOnly: Bool) {
                served.append(
                    ServedDomain(
                        key: key, domainName: domain.name, tenantName: tenant.name,
                        tenant: numbers.number(tenant: tenant.name), domain: numbers.number(domain: domain.name),
                        name: TableBlock(
                            host: key.host, routes: routes.routes.map { numbers.number(route: $0.name) }, rows: rows),
                        program: program, aasa: aasa, assetlinks: assetlinks, isAssociationOnly: isAssociationOnly,
                        source: .made(details)))
            }
            add(DomainKey(domain.name), isAssociationOnly: false)
            if domain.name.isWildcard && !hosts.contains(domain.name.base.text) {
                add(DomainKey(host: domain.name.base.text, scope: .exact), isAssociationOnly: true)
            }
        }
        return served
    }

    /// What stands for the rows of a database where there is none.
    private func placeholders(_ domain: Domain, _ routes: RouteSet) -> ServedDomain.Rows {
        ServedDomain.Rows(
            domain: numbers.number(domain: domain.name), routes: routes.routes.map { numbers.number(route: $0.name) })
    }

    /// The program of a set, and the first set that is equal in what the program knows of it.
    private static func shared(
        _ set: RouteSet, _ known: inout [[UInt8]: (program: TableBlock, routes: RouteSet)]
    ) -> (program: TableBlock, routes: RouteSet) {
        let form = set.canonicalForm
        let found = known[form] ?? (program(set), set)
        known[form] = found
        return found
    }

    private static func program(_ routes: RouteSet) -> TableBlock {
        let program = RouteProgram(routes)
        return TableBlock(words: program.words, text: program.text)
    }

    /// The file behind its entity tag: the SHA-256 of its bytes, as a strong tag (RFC 9110 section 8.8.3).
    private static func file(
        _ bytes: [UInt8]?, _ known: inout [SHA256Digest: TableBlock]
    ) throws(GatewayError) -> TableBlock? {
        guard let bytes else { return nil }
        let digest: SHA256Digest
        do throws(CryptographyError) { digest = try SHA256.digest(of: bytes) } catch {
            throw GatewayError(.internalFault, "the digest of an association file: \(error)")
        }
        let block = known[digest] ?? TableBlock(head: Array("\"\(digest.hex)\"".utf8), body: bytes)
        known[digest] = block
        return block
    }
}
