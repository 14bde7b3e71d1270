import DeepLinks
import FleetStore

extension Record {
    /// A domain of a tenant.
    init(_ domain: Domain, of tenant: TenantName) {
        add("host", domain.name.text)
        add("unicode", domain.name.unicode)
        add("tenant", tenant.text)
        add("state", domain.state.rawValue)
        add("attested", .bool(domain.isAttested))
        add("fallback", domain.fallback?.text)
        add("root", domain.root?.text)
        add("canonical", domain.canonical?.text)
        add("robots", domain.robots?.text)
        add("strictTransport", domain.strictTransport?.text)
        add("indexLinks", .bool(domain.indexesLinks))
        add(domain.platforms)
        add("caseSensitive", .bool(domain.isCaseSensitive))
        add("optOut", domain.optOut.map { .record(Record($0)) } ?? Value.none)
    }

    /// What has to be shown for a pending name, and what was found of it.
    init(_ proof: DomainProof) {
        add("record", proof.recordLine)
        add("file", proof.filePath.map { "https://\(proof.domain.text)\($0)" })
        add("text", proof.recordText)
        add("checked", proof.checked)
        add("problem", proof.problem)
    }

    private init(_ optOut: OptOut) {
        add("query", optOut.queryItem)
        add("fragment", optOut.fragment)
    }
}
