extension Tenant {
    /// Refuses domains beyond the limit, doubled ones, bad settings, and a wildcard that differs from its parent.
    func domainRefusals() -> [InputRefusal] {
        let list = FieldPath(.field("domains"))
        var refusals = duplicates(domains.map(\.name.text), in: list, kind: "domain")
        if domains.count > limits.domains {
            refusals.append(
                InputRefusal(
                    list, rule: "\(domains.count) domains are more than the tenant's limit of \(limits.domains)")
            )
        }
        for domain in domains {
            let path = list.element(domain.name.text)
            refusals += domain.nameRefusals(at: path)
            for (field, answer) in [("fallback", domain.fallback), ("root", domain.root)] {
                guard let template = answer?.template else { continue }
                refusals += template.refusals(filledBy: nil, at: path.field(field))
            }
            refusals += platformRefusals(of: domain.platforms, filledBy: nil, at: path.field("platforms"))
            if let optOut = domain.optOut { refusals += optOut.refusals(at: path.field("optOut")) }
            refusals += domain.uploads.violations.map { field, rule in
                InputRefusal(path.field("associationFiles").field(field), rule: rule)
            }
            refusals += canonicalRefusals(of: domain, at: path.field("canonical"))
            refusals += parentRefusals(of: domain, at: path)
        }
        return refusals
    }

    /// Refuses a canonical host that is no domain of the tenant's, or leads on to another.
    private func canonicalRefusals(of domain: Domain, at path: FieldPath) -> [InputRefusal] {
        guard let host = domain.canonical else { return [] }
        let rule: String
        switch domains.first(where: { $0.name == .exact(host) }) {
        case nil: rule = "the tenant has no domain of this name"
        case domain?: rule = "a domain is not its own canonical host"
        case let other? where other.canonical != nil: rule = "this domain has a canonical host itself"
        default: return []
        }
        return [InputRefusal(path, host.text, rule: rule)]
    }

    /// Phones read a wildcard's association file at its parent, so the two are one.
    private func parentRefusals(of domain: Domain, at path: FieldPath) -> [InputRefusal] {
        guard case .wildcard(let parentName) = domain.name,
            let parent = domains.first(where: { $0.name == .exact(parentName) })
        else { return [] }
        let rule = "the wildcard and its parent \(parentName) share one association file"
        var refusals: [InputRefusal] = []
        let differing = routes.filter { $0.holds(for: domain.name) != $0.holds(for: parent.name) }.map(\.name.text)
        if !differing.isEmpty {
            let names = differing.prefix(5).joined(separator: ", ") + (differing.count > 5 ? ", …" : "")
            refusals.append(InputRefusal(path, rule: "\(rule): these routes hold for only one of them: \(names)"))
        }
        if domain.isCaseSensitive != parent.isCaseSensitive {
            refusals.append(InputRefusal(path.field("caseSensitive"), rule: "\(rule) and must agree in it"))
        }
        if domain.optOut != parent.optOut {
            refusals.append(InputRefusal(path.field("optOut"), rule: "\(rule) and must agree in it"))
        }
        if domain.uploads != parent.uploads {
            refusals.append(InputRefusal(path.field("associationFiles"), rule: "\(rule) and must agree in it"))
        }
        if domain.platforms != parent.platforms {
            refusals.append(InputRefusal(path.field("platforms"), rule: "\(rule) and must agree in it"))
        }
        if domain.fallback != parent.fallback {
            refusals.append(InputRefusal(path.field("fallback"), rule: "\(rule) and must agree in it"))
        }
        return refusals
    }
}

extension Domain {
    /// A name that needs the operator's word is refused without it.
    fileprivate func nameRefusals(at path: FieldPath) -> [InputRefusal] {
        do throws(RuleViolation) {
            _ = try DomainName(name.text, isAttested: isAttested)
            return []
        } catch {
            return [InputRefusal(path, name.text, rule: error.description)]
        }
    }
}

extension OptOut {
    fileprivate func refusals(at path: FieldPath) -> [InputRefusal] {
        var refusals: [InputRefusal] = []
        if !queryItem.isItemName {
            refusals.append(
                InputRefusal(
                    path.field("query"), queryItem,
                    rule: "the name of a query item is 1 to 64 letters, digits, '-', '.', '_' and '~'"
                )
            )
        }
        if !fragment.isPlainText {
            refusals.append(
                InputRefusal(
                    path.field("fragment"), fragment,
                    rule: "a fragment is 1 to 64 letters, digits, '-', '.', '_', '~' and percent-encoded octets"
                )
            )
        }
        return refusals
    }
}

extension String {
    /// Whether the text is the name of a query item: it means the same encoded or not.
    var isItemName: Bool { (1...64).contains(utf8.count) && utf8.allSatisfy(URLCharacter.isUnreserved) }

    /// Whether the text is a value, or a fragment without a character that an association file gives a meaning.
    var isPlainText: Bool {
        guard (1...64).contains(utf8.count) else { return false }
        var rest = utf8[...]
        while let byte = rest.popFirst() {
            if URLCharacter.isUnreserved(byte) { continue }
            guard byte == 0x25, let high = rest.popFirst(), let low = rest.popFirst(),
                URLCharacter.hexValue(high) != nil,
                URLCharacter.hexValue(low) != nil
            else {
                return false
            }
        }
        return true
    }
}
