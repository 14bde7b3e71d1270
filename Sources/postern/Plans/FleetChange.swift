import DeepLinks

/// One difference between what there is and what a fleet file makes of it.
struct FleetChange: Equatable, Sendable {
    /// What happens to the thing.
    enum Kind: String, Sendable {
        /// It is new.
        case add
        /// It stays and gets other settings.
        case change
        /// It stays as it is and takes another place in its list.
        case move
        /// It goes.
        case remove
    }

    /// What happens.
    let kind: Kind
    /// The tenant that it belongs to.
    let tenant: TenantName
    /// The thing: `tenant`, `app`, `domain` or `route`.
    let subject: String
    /// Its name.
    let name: String
}

extension FleetChange {
    /// The differences between two states of a tenant, links apart; `nil` for one that is not there.
    static func between(_ before: Tenant?, _ after: Tenant?) -> [FleetChange] {
        guard let name = after?.name ?? before?.name else { return [] }
        let before = before?.normalized()
        let after = after?.normalized()
        guard let before else { return [FleetChange(kind: .add, tenant: name, subject: "tenant", name: name.text)] }
        guard let after else { return [FleetChange(kind: .remove, tenant: name, subject: "tenant", name: name.text)] }
        var changes: [FleetChange] = []
        if before.web != after.web || before.isSuspended != after.isSuspended || before.limits != after.limits {
            changes.append(FleetChange(kind: .change, tenant: name, subject: "tenant", name: name.text))
        }
        changes += differences(before.apps, after.apps, of: name, "app", ordered: true, by: \.name.text)
        changes += differences(before.domains, after.domains, of: name, "domain", ordered: false, by: \.name.text)
        changes += differences(before.routes, after.routes, of: name, "route", ordered: true, by: \.name.text)
        return changes
    }

    private static func differences<Element: Equatable>(
        _ before: [Element], _ after: [Element], of tenant: TenantName, _ subject: String, ordered: Bool,
        by name: (Element) -> String
    ) -> [FleetChange] {
        let old = Dictionary(before.map { (name($0), $0) }, uniquingKeysWith: { first, _ in first })
        let names = Set(after.map(name))
        func change(_ kind: Kind, _ element: Element) -> FleetChange {
            FleetChange(kind: kind, tenant: tenant, subject: subject, name: name(element))
        }
        var changes = before.filter { !names.contains(name($0)) }.map { change(.remove, $0) }
        // What stays keeps its order unless the two lists put it differently.
        let stayed = before.map(name).filter(names.contains)
        let kept = after.map(name).filter { old[$0] != nil }
        let isReordered = ordered && stayed != kept
        for element in after {
            if let previous = old[name(element)] {
                if previous != element { changes.append(change(.change, element)) }
            } else {
                changes.append(change(.add, element))
            }
        }
        if isReordered {
            for (element, previous) in zip(kept, stayed) where element != previous {
                if let moved = old[element] { changes.append(change(.move, moved)) }
            }
        }
        return changes
    }
}

extension Record {
    /// A change of a plan.
    init(_ change: FleetChange) {
        add("change", change.kind.rawValue)
        add("tenant", change.tenant.text)
        add("kind", change.subject)
        add("name", change.name)
    }
}
