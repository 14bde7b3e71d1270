/// A name that a domain lays claim to.
///
/// Two tenants conflict when they claim one name in different ways: `acme.example` also claims every name below it, and
/// `*.acme.example` the same with `acme.example` itself, so nobody else may hold any of them (case 95).
package struct NameClaim: Hashable, Sendable {
    /// The name, canonical; may be a public suffix.
    package let name: String
    /// Whether everything below the name is claimed too.
    package let isWildcard: Bool
}

extension DomainName {
    /// All below the name, the name itself, and all its ancestors, of a wildcard those of its parent.
    package var claims: [NameClaim] {
        var claims = [NameClaim(name: base.text, isWildcard: true)]
        var name = base.text[...]
        while !name.isEmpty {
            claims.append(NameClaim(name: String(name), isWildcard: false))
            name = name.drop { $0 != "." }.dropFirst()
        }
        return claims
    }

    /// Whether two tenants may not hold these two names.
    package func conflicts(with other: DomainName) -> Bool {
        if self == other { return true }
        let theirs = Set(other.claims)
        return claims.contains { theirs.contains(NameClaim(name: $0.name, isWildcard: !$0.isWildcard)) }
    }
}
