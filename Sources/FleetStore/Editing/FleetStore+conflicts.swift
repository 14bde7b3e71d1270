import DeepLinks
import Postgres

/// The names that a tenant of an operation would hold.
struct NameClaims {
    /// 0 for a tenant that did not exist before.
    var tenantID: Int32
    var tenant: Tenant
}

extension FleetStore {
    /// Turns what the database refused into what people can act on.
    ///
    /// The other claim is named, its tenant and anything else of it is not.
    func explain(_ error: StoreError, _ claims: [NameClaims]) -> StoreError {
        guard let cause = error.postgresError else { return error }
        if cause.isRetryable { return .busy }
        switch cause.constraint {
        case "domains_claimed_name_key", "claimed_names_wildcard": return heldName(claims) ?? error
        case "tenants_domain_limit": return .conflict("the tenant would have more domains than its limit allows")
        case "tenants_route_limit": return .conflict("a domain would have more routes than the tenant's limit allows")
        case "tenants_link_limit": return .conflict("the tenant would have more links than its limit allows")
        case "links_slug_key":
            // With claims it is a domain that begins to fold: a link that is written may be there already.
            return .conflict(
                claims.isEmpty
                    ? "there is such a link already"
                    : "two links that differ only in case would be one; remove one of them first")
        default:
            guard cause.sqlState?.isIntegrityViolation == true else { return error }
            return .conflict("the database refused the change by its rule \(cause.constraint)")
        }
    }

    /// The refusal of the first name that another tenant holds; `nil` when all can be had.
    func heldName(_ claims: [NameClaims]) -> StoreError? {
        for claim in claims {
            let names = claim.tenant.domains.filter { $0.state == .live }.map(\.name.text)
            let held = try? connection.query(.heldNames, [.texts(names), .int32(claim.tenantID)])
            guard let held = held?.first else { continue }
            return .conflict("the name \(held.wanted) cannot be live: \(held.reason)")
        }
        return nil
    }
}

extension HeldName {
    /// Why the name cannot be had.
    fileprivate var reason: String {
        let what =
            if held == wanted {
                "it"
            } else if held.hasPrefix("*.") || wanted.hasSuffix(".\(held)") {
                "\(held), which claims it,"
            } else {
                "\(held), which it would claim,"
            }
        return isReleased
            ? "\(what) was another tenant's until lately and is held for 30 days"
            : "\(what) belongs to another tenant"
    }
}
