import Association
import DeepLinks
import JSONText

/// What must be written to make one tenant another: rows that differ, and no others.
struct TenantDifference {
    var changesSettings = false
    var removedApps: [String] = []
    var writtenApps: [(position: Int64, app: App)] = []
    var removedDomains: [String] = []
    var writtenDomains: [Domain] = []
    var foldedDomains: [String] = []
    var removedUploads: [(domain: String, kind: String)] = []
    var writtenUploads: [(domain: String, kind: String, bytes: [UInt8])] = []
    var removedRoutes: [String] = []
    var writtenRoutes: [(position: Int64, route: Route)] = []
    /// The routes that were of kind `links` and are not any more.
    var unlinkedRoutes: [String] = []

    /// Compares two states of a tenant, each normalised; the positions are those in the database.
    init(from before: Tenant, to after: Tenant, positions: TenantPositions) {
        changesSettings =
            before.web != after.web || before.isSuspended != after.isSuspended || before.limits != after.limits
            || before.platforms != after.platforms || before.destinationRules != after.destinationRules
            || before.page != after.page
        compareApps(before, after, positions)
        compareDomains(before, after)
        compareRoutes(before, after, positions)
    }

    private mutating func compareApps(_ before: Tenant, _ after: Tenant, _ positions: TenantPositions) {
        let old = Dictionary(before.apps.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = Set(after.apps.map(\.name))
        removedApps = before.apps.map(\.name).filter { !kept.contains($0) }.map(\.text)
        let numbers = Positions.assign(after.apps.map { positions.apps[$0.name.text] })
        writtenApps = zip(numbers, after.apps).filter { number, app in
            old[app.name] != app || positions.apps[app.name.text] != number
        }.map { (position: $0, app: $1) }
    }

    private mutating func compareDomains(_ before: Tenant, _ after: Tenant) {
        let old = Dictionary(before.domains.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = Set(after.domains.map(\.name))
        removedDomains = before.domains.map(\.name).filter { !kept.contains($0) }.map(\.text)
        writtenDomains = after.domains.filter { old[$0.name] != $0 }
        foldedDomains = writtenDomains.filter { old[$0.name]?.isCaseSensitive == true && !$0.isCaseSensitive }
            .map(\.name.text)
        for domain in writtenDomains {
            let name = domain.name.text
            for kind in AssociationKind.allCases where old[domain.name]?.uploads[kind] != domain.uploads[kind] {
                if let bytes = domain.uploads[kind] {
                    writtenUploads.append((name, kind.rawValue, bytes))
                } else {
                    removedUploads.append((name, kind.rawValue))
                }
            }
        }
    }

    private mutating func compareRoutes(_ before: Tenant, _ after: Tenant, _ positions: TenantPositions) {
        let old = Dictionary(before.routes.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        let kept = Set(after.routes.map(\.name))
        removedRoutes = before.routes.map(\.name).filter { !kept.contains($0) }.map(\.text)
        let numbers = Positions.assign(after.routes.map { positions.routes[$0.name.text] })
        writtenRoutes = zip(numbers, after.routes).filter { number, route in
            old[route.name] != route || positions.routes[route.name.text] != number
        }.map { (position: $0, route: $1) }
        unlinkedRoutes = after.routes.filter { route in
            old[route.name]?.destination == .links && route.destination != .links
        }.map(\.name.text)
    }
}

/// Where a tenant's apps and routes stand in their lists, by name.
struct TenantPositions: Equatable, Sendable {
    var apps: [String: Int64] = [:]
    var routes: [String: Int64] = [:]
}
