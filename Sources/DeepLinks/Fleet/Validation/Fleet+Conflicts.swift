extension Fleet {
    /// Refuses what two tenants cannot both have: a name, a live host, a name that another's live wildcard claims.
    ///
    /// A pending name reserves nothing. The database holds the same rules as constraints.
    ///
    /// - Returns: The refusals by tenant, at the later of the two; none for a fleet without conflicts.
    package func conflicts() -> [InputRefusals] {
        var refusals: [InputRefusals] = []
        var names: Set<TenantName> = []
        var hosts: [DomainName: TenantName] = [:]
        for tenant in tenants {
            if !names.insert(tenant.name).inserted {
                let refusal = InputRefusal(
                    FieldPath(.field("name")), tenant.name.text, rule: "two tenants have this name")
                refusals.append(InputRefusals(tenant: tenant.name, [refusal]))
            }
            for domain in tenant.domains where domain.state == .live {
                guard let owner = hosts.updateValue(tenant.name, forKey: domain.name), owner != tenant.name else {
                    continue
                }
                refusals.append(tenant.refusal(of: domain, rule: "the domain belongs to the tenant \(owner)"))
            }
        }
        for tenant in tenants {
            for domain in tenant.domains where domain.state == .live {
                guard let (wildcard, owner) = claim(on: domain.name, in: hosts), owner != tenant.name else { continue }
                refusals.append(
                    tenant.refusal(of: domain, rule: "\(wildcard) of the tenant \(owner) claims every name there")
                )
            }
        }
        return refusals
    }

    /// The wildcard of whatever tenant that claims the name from above or as its parent, and its owner.
    private func claim(on name: DomainName, in hosts: [DomainName: TenantName]) -> (DomainName, TenantName)? {
        for ancestor in name.selfAndAncestors {
            let wildcard = DomainName.wildcard(parent: ancestor)
            if wildcard != name, let owner = hosts[wildcard] { return (wildcard, owner) }
        }
        return nil
    }
}

extension DomainName {
    /// The host, or a wildcard's parent, and every name above it.
    fileprivate var selfAndAncestors: [HostName] {
        let host =
            switch self {
            case .exact(let name): name.text
            case .wildcard(let parent): parent.text
            }
        let labels = host.split(separator: ".")
        return labels.indices.compactMap { try? HostName(labels[$0...].joined(separator: ".")) }
    }
}

extension Tenant {
    fileprivate func refusal(of domain: Domain, rule: String) -> InputRefusals {
        let path = FieldPath(.field("domains"), .element(domain.name.text))
        return InputRefusals(tenant: name, [InputRefusal(path, domain.name.text, rule: rule)])
    }
}
