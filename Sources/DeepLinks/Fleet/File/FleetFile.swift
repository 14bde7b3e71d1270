/// What a fleet file says: parts of tenants, each with the keys that the file gives and no others.
///
/// The format is described in the article "The fleet file".
package struct FleetFile: Equatable, Sendable {
    /// The version of the format.
    package static let version: Int64 = 1

    /// The tenants that the file names, by name.
    package var tenants: [TenantPart]

    /// Makes a file; the order of the tenants does not matter.
    package init(tenants: [TenantPart] = []) {
        self.tenants = tenants.sorted { $0.name < $1.name }
    }

    /// Makes the file that restores a fleet exactly.
    ///
    /// - Parameters:
    ///   - fleet: The fleet.
    ///   - includesLinks: Whether the file speaks of links; those of tenants whose links were not read are left out.
    package init(exporting fleet: Fleet, includesLinks: Bool = false) {
        self.init(tenants: fleet.tenants.map { TenantPart(exporting: $0, includesLinks: includesLinks) })
    }

    /// Changes a fleet as the file says.
    ///
    /// - Parameters:
    ///   - fleet: What there is.
    ///   - prunes: Whether tenants that the file does not name go; else they are left alone.
    /// - Returns: The changed fleet, not validated.
    /// - Throws: ``InputRefusals`` of the first tenant that cannot be made.
    package func applied(to fleet: Fleet, prunes: Bool = false) throws(InputRefusals) -> Fleet {
        var rest = Dictionary(fleet.tenants.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        var tenants: [Tenant] = []
        for part in self.tenants {
            tenants.append(try part.applied(to: rest.removeValue(forKey: part.name)))
        }
        if !prunes { tenants += rest.values }
        return Fleet(tenants: tenants)
    }
}
