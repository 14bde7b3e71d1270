import CommandLine
import DeepLinks

/// A command that changes one tenant: what it does to the tenant's value is all that it says.
protocol TenantEdit: FleetWrite {
    /// The tenant.
    var tenant: TenantName { get }

    /// Changes the value; the rules of the fleet are checked after it, and nothing is written when one refuses.
    ///
    /// - Returns: What to tell the person, a line.
    func apply(to tenant: inout Tenant) throws -> String
}

extension Tenant {
    /// The error of a thing that the tenant does not have, with the nearest one that it has.
    func lacks(_ kind: String, _ name: String, among names: [String]) -> CommandFailure {
        let meant = nearest(to: name, among: names).map { "; did you mean '\($0)'?" } ?? ""
        return CommandFailure(.noInput, "tenant \(self.name) has no \(kind) '\(name)'\(meant)")
    }

    /// The place of a domain.
    func index(ofDomain name: DomainName) throws -> Int {
        guard let index = domains.firstIndex(where: { $0.name == name }) else {
            throw lacks("domain", name.text, among: domains.map(\.name.text))
        }
        return index
    }

    /// The place of an app.
    func index(ofApp name: AppName) throws -> Int {
        guard let index = apps.firstIndex(where: { $0.name == name }) else {
            throw lacks("app", name.text, among: apps.map(\.name.text))
        }
        return index
    }

    /// The place of a route.
    func index(ofRoute name: RouteName) throws -> Int {
        guard let index = routes.firstIndex(where: { $0.name == name }) else {
            throw lacks("route", name.text, among: routes.map(\.name.text))
        }
        return index
    }
}
