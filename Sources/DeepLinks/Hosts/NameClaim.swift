/// A name that a domain lays claim to.
///
/// Two tenants conflict when they claim one name in different ways: `*.acme.example` also claims `acme.example` and
/// every name below, so nobody else may hold any of them (design of names, case 95).
package struct NameClaim: Hashable, Sendable {
    /// The name, canonical; may be a public suffix.
    package let name: String
    /// Whether everything below the name is claimed too.
    package let isWildcard: Bool
}

extension DomainName {
    /// The name and all its ancestors; a wildcard claims its parent whole.
    package var claims: [NameClaim] {
        var claims = isWildcard ? [NameClaim(name: base.text, isWildcard: true)] : []
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
