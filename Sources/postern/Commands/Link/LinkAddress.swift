import CommandLine
import DeepLinks
import FleetStore

extension Positional {
    /// A link by its URL.
    static let link = Positional(
        "URL", "the link: https://go.acme.example/c/summer, or https://*.acme.example/c/summer for a wildcard domain")
}

/// A link by its URL: the tenant is the one that has the host, the key is what its routes make of the URL.
struct LinkAddress {
    private let url: LinkURL
    private let domain: DomainName

    init(_ arguments: ParsedArguments) throws {
        let url: LinkURL = try arguments.required(.link)
        self.url = url
        domain = try parse(Positional.link.name, url.description) { _ throws(RuleViolation) in
            try DomainName(url.hostText, isAttested: true)
        }
    }

    /// A link at a URL that was put together.
    init(_ text: String) throws {
        let url: LinkURL = try parse(Positional.link.name, text)
        self.url = url
        domain = try parse(Positional.link.name, text) { _ throws(RuleViolation) in
            try DomainName(url.hostText, isAttested: true)
        }
    }

    /// The URL as it was given.
    var text: String { url.description }

    /// The tenant that has the host.
    func owner(in store: FleetStore) throws -> TenantName { try store.owner(ofLive: domain) }

    /// The key in a tenant.
    func key(in tenant: Tenant) throws(StoreError) -> LinkKey {
        do throws(RuleViolation) {
            return try tenant.linkKey(url: url.description)
        } catch {
            let path = FieldPath(.field("links"), .element(url.description))
            let refusal = InputRefusal(path, url.description, rule: error.description)
            throw .refused(InputRefusals(tenant: tenant.name, [refusal]))
        }
    }

    /// The link that is there, also where an edit has put another route before its own.
    func link(in store: FleetStore) throws -> (link: Link, tenant: Tenant) {
        let tenant = try store.tenant(named: owner(in: store)).tenant
        guard let link = try stored(of: tenant, in: store) else {
            throw CommandFailure(.noInput, "there is no link \(url)")
        }
        return (link, tenant)
    }

    /// The stored link: the one that the routes lead to, else one that they would lead to by its route alone.
    ///
    /// - Throws: Why the URL is no link's at all, and the store's errors.
    func stored(of tenant: Tenant, in store: FleetStore) throws(StoreError) -> Link? {
        var keys: [LinkKey] = []
        for route in tenant.routes where route.destination == .links {
            var alone = tenant
            alone.routes = [route]
            alone.routes[0].domains = nil
            if let key = try? alone.linkKey(url: url.description) { keys.append(key) }
        }
        let decided: LinkKey
        do throws(StoreError) {
            decided = try key(in: tenant)
        } catch {
            guard let stranded = try store.links(of: tenant.name, keys: keys).first else { throw error }
            return stranded
        }
        let found = try store.links(of: tenant.name, keys: keys + [decided])
        return found.first { $0.key == decided } ?? found.first
    }
}
