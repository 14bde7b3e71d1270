import DeepLinks
import FleetStore
import Platform
import Postgres
import Telemetry

/// The proving of pending names beside the probes, on the prober's thread.
struct OwnershipRun {
    private static let concurrency = 16
    private static let poll = Duration.seconds(5)
    private static let operation = Operation(actor: "postern probe", action: "domain verify")

    private let checking: any OwnershipChecking
    private let log: Log
    private let findings = FoundProofs()
    private var store: FleetStore?
    private var underWay = 0
    private var next = MonotonicTime.now()

    init(_ checking: any OwnershipChecking, log: Log) {
        self.checking = checking
        self.log = log
    }

    /// Goes on over another connection, which the caller has for its own statements too.
    mutating func use(_ connection: Connection) throws(StoreError) {
        store = try FleetStore(connection)
    }

    /// Settles what was found, and has checked what is due.
    mutating func turn() throws(StoreError) {
        guard let store else { return }
        for (proof, finding) in findings.take() {
            underWay -= 1
            try settle(proof, finding, store)
        }
        guard next <= .now(), underWay < Self.concurrency else { return }
        next = .now() + Self.poll
        for proof in try store.takeProofs(Self.concurrency - underWay) {
            underWay += 1
            checking.check(proof) { [findings] finding in findings.add(proof, finding) }
        }
    }

    private func settle(_ proof: DomainProof, _ finding: OwnershipFinding, _ store: FleetStore) throws(StoreError) {
        switch finding {
        case .missing(let problem): try store.note(problem, about: proof)
        case .proved(let method):
            do throws(StoreError) {
                guard try store.confirm(proof, by: method, as: Self.operation) else { return }
                log.info(
                    "a tenant has proved that it controls a name",
                    [.tenant: .string(proof.tenant.text), .host: .string(proof.domain.text)])
            } catch {
                // A name that another tenant holds, say: it is tried again, for that may end.
                if case .database = error { throw error }
                try store.note(error.description, about: proof)
                log.warning(
                    "a proved name cannot be live",
                    [
                        .tenant: .string(proof.tenant.text), .host: .string(proof.domain.text),
                        .reason: .string(error.description),
                    ])
            }
        }
    }
}

/// What was found by checks that have ended; safe from any thread.
private final class FoundProofs: Sendable {
    private let found = LockedValue<[(DomainProof, OwnershipFinding)]>([])

    func add(_ proof: DomainProof, _ finding: OwnershipFinding) { found.withLock { $0.append((proof, finding)) } }

    func take() -> [(DomainProof, OwnershipFinding)] {
        found.withLock { found in
            defer { found = [] }
            return found
        }
    }
}
