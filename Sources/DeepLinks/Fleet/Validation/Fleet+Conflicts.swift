extension Fleet {
    /// Refuses what two tenants cannot both have: a name, a live host, a name that the other's live wildcard claims.
    ///
    /// A pending name reserves nothing. The database holds the same rules as constraints.
    ///
    /// - Returns: The refusals by tenant, at the later one of two; none for a fleet without conflicts.
    package func conflicts() -> [InputRefusals] {
        var refusals: [InputRefusals] = []
        var names: Set<TenantName> = []
        var hosts: [DomainName: TenantName] = [:]
        var claims: [NameClaim: (tenant: TenantName, domain: DomainName)] = [:]
        for tenant in tenants {
            if !names.insert(tenant.name).inserted {
                let refusal = InputRefusal(
                    FieldPath(.field("name")), tenant.name.text, rule: "two tenants have this name")
                refusals.append(InputRefusals(tenant: tenant.name, [refusal]))
            }
            for domain in tenant.domains where domain.state == .live {
                if let owner = hosts.updateValue(tenant.name, forKey: domain.name), owner != tenant.name {
                    refusals.append(tenant.refusal(of: domain, rule: "the domain belongs to the tenant \(owner)"))
                } else if let other = claims.claimant(against: domain.name, of: tenant.name) {
                    let rule = "\(other.domain) of the tenant \(other.tenant) and this name claim each other"
                    refusals.append(tenant.refusal(of: domain, rule: rule))
                }
                for claim in domain.name.claims where claims[claim] == nil {
                    claims[claim] = (tenant.name, domain.name)
                }
            }
        }
        return refusals
    }
}

extension [NameClaim: (tenant: TenantName, domain: DomainName)] {
    /// Who holds one of the domain's names in the other way: as a wildcard where this one is exact or deeper, or as a
    /// name at or below this wildcard.
    fileprivate func claimant(
        against domain: DomainName, of tenant: TenantName
    ) -> (tenant: TenantName, domain: DomainName)? {
        for claim in domain.claims {
            let opposite = self[NameClaim(name: claim.name, isWildcard: !claim.isWildcard)]
            if let opposite, opposite.tenant != tenant { return opposite }
        }
        return nil
    }
}

extension Tenant {
    fileprivate func refusal(of domain: Domain, rule: String) -> InputRefusals {
        let path = FieldPath(.field("domains"), .element(domain.name.text))
        return InputRefusals(tenant: name, [InputRefusal(path, domain.name.text, rule: rule)])
    }
}
