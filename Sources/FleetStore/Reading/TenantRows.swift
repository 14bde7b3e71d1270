import DeepLinks

/// The rows of some tenants, as one transaction saw them.
struct TenantRows: Sendable {
    var tenants: [TenantRow] = []
    var apps: [AppRow] = []
    var domains: [DomainRow] = []
    var routes: [RouteRow] = []
    var routeDomains: [RouteMember] = []
    var routeApps: [RouteMember] = []
    var uploads: [UploadRow] = []
    var revisions: [RevisionRow] = []
    var documents: [DocumentRow] = []

    /// Makes tenants of the rows, in the rows' order.
    func states() -> [TenantState] {
        let apps = Dictionary(grouping: apps, by: \.tenantID)
        let domains = Dictionary(grouping: domains, by: \.tenantID)
        let routes = Dictionary(grouping: routes, by: \.tenantID)
        let routeDomains = Dictionary(grouping: routeDomains, by: \.routeID)
        let routeApps = Dictionary(grouping: routeApps, by: \.routeID)
        let uploads = uploadedFiles()
        let published = publishedDocuments()
        return tenants.map { row in
            let assembly = TenantAssembly(
                row: row, apps: apps[row.id] ?? [], domains: domains[row.id] ?? [], routes: routes[row.id] ?? [],
                routeDomains: routeDomains, routeApps: routeApps, uploads: uploads, published: published)
            do throws(UnreadableRow) {
                return .readable(try assembly.snapshot())
            } catch {
                return .unreadable(TenantID(rawValue: row.id), error)
            }
        }
    }
}

/// The making of one tenant from its rows.
struct TenantAssembly {
    var row: TenantRow
    var apps: [AppRow]
    var domains: [DomainRow]
    var routes: [RouteRow]
    var routeDomains: [Int32: [RouteMember]]
    var routeApps: [Int32: [RouteMember]]
    var uploads: [Int32: UploadedFiles]
    var published: [Int32: DomainDocuments]

    func snapshot() throws(UnreadableRow) -> TenantSnapshot {
        var appNames: [Int32: AppName] = [:]
        var tenantApps: [App] = []
        for app in apps {
            let value = try app.app()
            appNames[app.id] = value.name
            tenantApps.append(value)
        }
        var domainNames: [Int32: DomainName] = [:]
        var domainIDs: [DomainName: DomainID] = [:]
        var documents: [DomainName: DomainDocuments] = [:]
        var tenantDomains: [Domain] = []
        for domain in domains {
            var value = try domain.domain()
            value.uploads = uploads[domain.id] ?? UploadedFiles()
            domainNames[domain.id] = value.name
            domainIDs[value.name] = DomainID(rawValue: domain.id)
            documents[value.name] = published[domain.id]
            tenantDomains.append(value)
        }
        var routeIDs: [RouteName: RouteID] = [:]
        var tenantRoutes: [Route] = []
        for route in routes {
            let value = try route.route(
                apps: (routeApps[route.id] ?? []).compactMap { appNames[$0.memberID] },
                domains: (routeDomains[route.id] ?? []).compactMap { domainNames[$0.memberID] })
            routeIDs[value.name] = RouteID(rawValue: route.id)
            tenantRoutes.append(value)
        }
        let tenant = Tenant(
            name: try row.checked("name", TenantName(row.name)),
            web: try row.parsed("web") { () throws(RuleViolation) in try URLTemplate(row.web) },
            isSuspended: row.isSuspended, apps: tenantApps, domains: tenantDomains, routes: tenantRoutes,
            limits: TenantLimits(
                domains: Int(row.domainLimit), routesPerDomain: Int(row.routeLimit), links: Int(row.linkLimit)),
            platforms: try row.destinations(row.platforms), destinationRules: try row.destinationRules(),
            page: try row.tenantPage())
        return TenantSnapshot(
            id: TenantID(rawValue: row.id), version: row.version, publishedVersion: row.publishedVersion,
            publishedCompiler: Int(row.publishedCompiler), tenant: tenant.normalized(), domainIDs: domainIDs,
            routeIDs: routeIDs, documents: documents)
    }
}
