import Association
import Cryptography
import DeepLinks
import Platform
import Prober

/// Checks that see, at a host and at Apple's network, what the test says.
final class StandInChecks: DomainChecking {
    /// How a transfer ended, and what it brought.
    typealias Sight = (outcome: ProbeOutcome, body: [UInt8])

    private let see: @Sendable (_ thing: ObservedThing, _ host: String) -> Sight

    init(_ see: @escaping @Sendable (_ thing: ObservedThing, _ host: String) -> Sight) {
        self.see = see
    }

    func check(_ target: ProbeTarget, completion: @escaping @Sendable (DomainReport) -> Void) {
        let seen = [ObservedThing.file(.aasa), .deviceCopy].map { thing in
            let (outcome, body) = see(thing, target.host.text)
            return Observation(
                thing, url: "https://\(target.host)/", time: .now(), outcome: outcome, body: body,
                bodyDigest: try? SHA256.digest(of: body))
        }
        completion(DomainReport(target: target, time: .now(), observations: seen, findings: []))
    }
}
