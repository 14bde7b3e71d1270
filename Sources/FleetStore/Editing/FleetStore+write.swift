import DeepLinks
import JSONText
import Postgres

extension FleetStore {
    /// Writes the rows in which two states of a tenant differ.
    func writeDifference(
        from before: Tenant, to after: Tenant, _ id: Int32, _ positions: TenantPositions
    ) throws(StoreError) {
        let difference = TenantDifference(from: before, to: after, positions: positions)
        try refuseUnlinking(difference, after.name, id)
        try refuseUnholding(difference, after.name, id)
        try inDatabase { () throws(PostgresError) in
            try writeRemovals(difference, after, id)
            try writeAdditions(difference, id)
            if let links = after.links { try replaceLinks(links, id) }
        }
    }

    /// A route with links stays one of links: they would be lost without a word.
    private func refuseUnlinking(
        _ difference: TenantDifference, _ tenant: TenantName, _ id: Int32
    ) throws(StoreError) {
        guard !difference.unlinkedRoutes.isEmpty else { return }
        let routes = try inDatabase { () throws(PostgresError) in
            try connection.query(.routesWithLinks, [.int32(id), texts(difference.unlinkedRoutes)])
        }
        guard !routes.isEmpty else { return }
        let refusals = routes.map {
            InputRefusal(FieldPath(.field("routes"), .element($0)), rule: "the route has links; remove them first")
        }
        throw .refused(InputRefusals(tenant: tenant, refusals))
    }

    /// A name in its hold-down does not become pending, which reserves nothing: anybody could have it the next day.
    private func refuseUnholding(
        _ difference: TenantDifference, _ tenant: TenantName, _ id: Int32
    ) throws(StoreError) {
        let pending = difference.writtenDomains.filter { $0.state == .pending }.map(\.name.text)
        guard !pending.isEmpty else { return }
        let held = try inDatabase { () throws(PostgresError) in
            try connection.query(.releasedNames, [.int32(id), texts(pending)])
        }
        guard !held.isEmpty else { return }
        let refusals = held.map { name in
            InputRefusal(
                FieldPath(.field("domains"), .element(name.name)), name.name,
                rule:
                    "the tenant gave this name up, and it is held until \(name.until): attest it to have it live again")
        }
        throw .refused(InputRefusals(tenant: tenant, refusals))
    }

    private func writeRemovals(
        _ difference: TenantDifference, _ after: Tenant, _ id: Int32
    ) throws(PostgresError) {
        let tenant = Value.int32(id)
        if difference.changesSettings { try connection.execute(.updateTenant, [tenant] + after.settingValues) }
        try run(.deleteRoutes, id, difference.removedRoutes)
        try run(.deleteApps, id, difference.removedApps)
        let written = difference.writtenRoutes.map(\.route.name.text)
        try run(.deleteRouteDomains, id, written)
        try run(.deleteRouteApps, id, written)
        try run(.releaseDomains, id, difference.removedDomains)
    }

    private func writeAdditions(_ difference: TenantDifference, _ id: Int32) throws(PostgresError) {
        let tenant = Value.int32(id)
        if !difference.writtenApps.isEmpty {
            try connection.execute(.writeApps, [tenant, .json(difference.appRecords)])
        }
        if !difference.writtenDomains.isEmpty {
            try connection.execute(.writeDomains, [tenant, .json(difference.domainRecords)])
        }
        try writeUploads(difference, tenant)
        if !difference.writtenRoutes.isEmpty {
            try connection.execute(.writeRoutes, [tenant, .json(difference.routeRecords)])
        }
        let routes = difference.writtenRoutes.map(\.route)
        try insert(
            .insertRouteDomains, id,
            routes.flatMap { route in (route.domains ?? []).map { (route.name.text, $0.text) } })
        try insert(
            .insertRouteApps, id,
            routes.flatMap { route in
                guard case .only(let apps) = route.opens else { return [(String, String)]() }
                return apps.map { (route.name.text, $0.text) }
            })
        try run(.foldSlugs, id, difference.foldedDomains)
    }

    private func writeUploads(_ difference: TenantDifference, _ tenant: Value) throws(PostgresError) {
        let (removed, written) = (difference.removedUploads, difference.writtenUploads)
        if !removed.isEmpty {
            try connection.execute(.deleteUploads, [tenant, texts(removed.map(\.domain)), texts(removed.map(\.kind))])
        }
        if !written.isEmpty {
            try connection.execute(
                .writeUploads,
                [
                    tenant, texts(written.map(\.domain)), texts(written.map(\.kind)),
                    .byteArrays(written.map(\.bytes)),
                ])
        }
    }

    private func run(_ statement: Statement<Void>, _ id: Int32, _ names: [String]) throws(PostgresError) {
        guard !names.isEmpty else { return }
        try connection.execute(statement, [.int32(id), texts(names)])
    }

    private func insert(
        _ statement: Statement<Void>, _ id: Int32, _ pairs: [(String, String)]
    ) throws(PostgresError) {
        guard !pairs.isEmpty else { return }
        try connection.execute(statement, [.int32(id), texts(pairs.map(\.0)), texts(pairs.map(\.1))])
    }
}

/// An array of texts without NULLs.
func texts(_ values: [String]) -> Value { .texts(values) }
