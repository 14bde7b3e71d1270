import Association
import CommandLine
import DeepLinks
import FleetStore

extension TenantEdit {
    func run(_ console: Console) throws -> ExitCode { try edit(console) }

    /// Makes the change and tells what came of it.
    func edit(_ console: Console) throws -> ExitCode {
        let store = try database.openStore()
        // The closure may run again, so it changes a copy and says what came of it.
        let outcome = try store.edit(tenant: tenant, as: Self.operation) { tenant throws(StoreError) in
            let before = tenant
            var changed = tenant
            let outcome = Result<String, any Error> { try apply(to: &changed) }
            if case .success = outcome { tenant = changed }
            return outcome.map { (message: $0, before: before, after: changed) }.mapError(CommandFailure.init)
        }
        let done = try outcome.get()
        console.note(done.message)
        console.note(done.after.newCompileFindings(since: done.before))
        // The edit is written: that nobody can look any more is no failure of it.
        if let links = try? store.strandedLinks(before: done.before, after: done.after) { console.note(links) }
        return .done
    }
}

extension Command {
    /// The command and who gave it, for the audit log.
    static var operation: Operation { Operation(actor: Actor.current, action: spec.name) }
}
