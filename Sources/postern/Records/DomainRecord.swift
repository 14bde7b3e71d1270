import DeepLinks

extension Record {
    /// A domain of a tenant.
    init(_ domain: Domain, of tenant: TenantName) {
        add("host", domain.name.text)
        add("tenant", tenant.text)
        add("state", domain.state.rawValue)
        add("attested", .bool(domain.isAttested))
        add("fallback", domain.fallback?.text)
        add("caseSensitive", .bool(domain.isCaseSensitive))
        add("optOut.query", domain.optOut?.queryItem)
        add("optOut.fragment", domain.optOut?.fragment)
    }
}
