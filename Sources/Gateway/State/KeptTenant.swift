import DeepLinks
import JSONText
import Platform

/// A tenant of a state that was kept on disk, read when something of it is first asked for: half a millisecond for 20
/// routes, which only pages, links and people wait for.
final class KeptTenant: Sendable {
    private let image: FileImage
    private let text: Range<Int>
    private let known = LockedValue<[DomainName: ServedDetails]?>(nil)

    /// Takes the place of a tenant in a file; `nil` when that is not all in it.
    ///
    /// - Parameters:
    ///   - image: The file.
    ///   - offset: Where ``text(of:)`` begins in it.
    ///   - count: Its bytes.
    init?(_ image: FileImage, at offset: Int, count: Int) {
        guard offset >= 0, count >= 0, offset <= image.count, count <= image.count - offset else { return nil }
        self.image = image
        text = offset..<(offset + count)
    }

    /// The details of a live domain; `nil` when the text tells nothing of it.
    func details(of name: DomainName) -> ServedDetails? {
        known.withLock { known in
            let image = image
            let bytes = image.bytes
            let details = known ?? Self.read([UInt8](copying: bytes.extracting(text)))
            known = details
            return details[name]
        }
    }

    /// A tenant as text: a line with its live domains, then a fleet file.
    static func text(of tenant: Tenant) -> [UInt8] {
        let live = tenant.domains.filter { $0.state == .live }.map(\.name.text)
        return Array(live.joined(separator: " ").utf8) + [UInt8(ascii: "\n")]
            + FleetFile(exporting: Fleet(tenants: [tenant])).canonicalText
    }

    private static func read(_ text: [UInt8]) -> [DomainName: ServedDetails] {
        guard let end = text.firstIndex(of: UInt8(ascii: "\n")), var tenant = tenant(Array(text[(end + 1)...])),
            let page = try? ServedPage.of(tenant.page)
        else { return [:] }
        let live = Set(String(decoding: text[..<end], as: UTF8.self).split(separator: " ").map(String.init))
        for index in tenant.domains.indices where live.contains(tenant.domains[index].name.text) {
            tenant.domains[index].state = .live
        }
        var details: [DomainName: ServedDetails] = [:]
        var shared: RouteSet?
        for domain in tenant.domains where domain.state == .live {
            let own = tenant.routeSet(for: domain)
            let routes = shared == own ? shared ?? own : own
            shared = routes
            details[domain.name] = ServedDetails(of: domain, tenant, routes: routes, page: page)
        }
        return details
    }

    private static func tenant(_ file: [UInt8]) -> Tenant? {
        let document = try? FleetDocument(reading: file, limits: JSONLimits(bytes: file.count))
        return try? document?.file.applied(to: Fleet()).tenants.first
    }
}
