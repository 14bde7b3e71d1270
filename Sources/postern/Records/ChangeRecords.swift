import DeepLinks
import FleetStore

extension FleetPlan.Change {
    /// What happens to the tenant and to each of its things: `change`, `tenant`, `kind`, `name`.
    var records: [Record] {
        guard let before else { return [record("add", "tenant", name.text)] }
        guard let after else { return [record("remove", "tenant", name.text)] }
        var records: [Record] = []
        if before.web != after.web || before.isSuspended != after.isSuspended || before.limits != after.limits
            || before.platforms != after.platforms || before.httpHosts != after.httpHosts
            || before.destinationHosts != after.destinationHosts
        {
            records.append(record("change", "tenant", name.text))
        }
        records += differences("app", before.apps, after.apps, by: \.name.text)
        records += differences("domain", before.domains, after.domains, by: \.name.text)
        records += differences("route", before.routes, after.routes, by: \.name.text)
        records += differences("link", before.links, after.links, by: \.url)
        // What is the same on both sides is in neither part: only the order of a list is left.
        return records.isEmpty ? [record("move", "tenant", name.text)] : records
    }

    private func differences<Element>(
        _ kind: String, _ before: [Element]?, _ after: [Element]?, by name: (Element) -> String
    ) -> [Record] {
        let old = (before ?? []).map(name)
        let new = (after ?? []).map(name)
        // A tenant may have a million links.
        let (oldNames, newNames) = (Set(old), Set(new))
        return old.filter { !newNames.contains($0) }.map { record("remove", kind, $0) }
            + new.map { record(oldNames.contains($0) ? "change" : "add", kind, $0) }
    }

    private func record(_ change: String, _ kind: String, _ thing: String) -> Record {
        var record = Record()
        record.add("change", change)
        record.add("tenant", name.text)
        record.add("kind", kind)
        record.add("name", thing)
        return record
    }
}
