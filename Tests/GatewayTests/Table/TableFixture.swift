import DeepLinks
import TestSupport

@testable import Gateway

/// Domains for tables, all with one program; told apart by their numbers.
struct TableFixture {
    let hasher = HostHasher()
    let routes: RouteSet
    let details: ServedDetails
    private let program: TableBlock

    init() throws {
        routes = RouteSet(fallback: try URLTemplate("https://www.shop.example/"))
        let program = RouteProgram(routes)
        self.program = TableBlock(words: program.words, text: program.text)
        let web = try URLTemplate("https://www.shop.example/")
        let domain = Domain(name: try DomainName("go.shop.example"))
        details = ServedDetails(
            of: domain, Tenant(name: try TenantName("shop").orThrow(), web: web, domains: [domain]), routes: routes,
            page: try ServedPage.of(TenantPage()))
    }

    func domain(_ key: DomainKey, _ number: UInt32) throws -> ServedDomain {
        ServedDomain(
            key: key, domainName: try DomainName("go.shop.example"),
            tenantName: try TenantName("shop").orThrow(), tenant: number / 7, domain: number,
            name: TableBlock(host: key.host, routes: [number &+ 1], rows: nil), program: program, aasa: nil,
            assetlinks: nil, isAssociationOnly: false, source: .made(details))
    }

    /// The number of the domain that a table finds for a key.
    func number(_ key: DomainKey, in table: RoutingTable) -> UInt32? {
        let bytes = Array(key.host.utf8)
        guard let found = table.reader.find(bytes.span, scope: key.scope, hash: hasher.hash(key)) else { return nil }
        return found.domain
    }

    /// The number of the domain that answers for a Host field.
    func number(host field: String, in table: RoutingTable) -> UInt32? {
        var host = RequestHost()
        guard host.read(Array(field.utf8).span) == .name else { return nil }
        return table.reader.find(host, hasher)?.domain
    }
}

/// A value that should have been there was not.
struct Absent: Error {}

extension Optional {
    func orThrow() throws -> Wrapped {
        guard let self else { throw Absent() }
        return self
    }
}

extension SeededGenerator {
    /// A host of one to four labels from a small alphabet, so that names, their parents and wildcards meet.
    mutating func host() -> String {
        let labels = ["a", "b", "go", "shop", "xn--a", "c-d", "example"]
        let count = Int.random(in: 1...4, using: &self)
        return (0..<count).map { _ in labels[Int.random(in: 0..<labels.count, using: &self)] }.joined(separator: ".")
    }

    mutating func key() -> DomainKey {
        DomainKey(host: host(), scope: Bool.random(using: &self) ? .exact : .below)
    }
}
