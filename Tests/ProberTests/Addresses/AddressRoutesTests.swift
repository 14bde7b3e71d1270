import Association
import Platform
import Testing

@testable import Prober

/// Where the prober's own network leads.
@Suite struct AddressRoutesTests {
    /// The address; from where this machine would send; whether the world could answer.
    private static let cases: [(to: String, from: String?, leads: Bool)] = [
        ("192.0.66.1", "10.0.0.2", true), ("192.0.66.1", nil, false),
        ("2606:4700::1", "2606:4700::2", true), ("2606:4700::1", nil, false),
        // A network of containers, a link, a machine alone.
        ("2606:4700::1", "fd00::2", false), ("2606:4700::1", "fe80::2", false), ("2606:4700::1", "::1", false),
        // Whoever allows a private address wants it asked.
        ("fd00::1", "fd00::2", true), ("::1", "::1", true), ("fd00::1", nil, false),
    ]

    @Test(arguments: cases)
    func `an IPv6 address that the world cannot answer leads to no public one (case 106)`(
        to: String, from: String?, leads: Bool
    ) throws {
        let source = from.flatMap { IPAddress($0) }
        #expect(AddressRoutes { _ in source }.lead(to: try #require(IPAddress(to))) == leads)
    }

    @Test func `only what was tried and not reached is no way's fault`() throws {
        let (four, six) = (IPAddress(ipv4: 0xC000_0201), try #require(IPAddress("2606:4700::1")))
        let routes = AddressRoutes { $0.isIPv4 ? $0 : nil }
        func outcome(_ thing: ObservedThing, _ outcome: ProbeOutcome, _ candidates: [IPAddress]) -> ProbeOutcome {
            Observation(
                thing, url: "https://go.acme.example/", time: UnixTime(seconds: 0), outcome: outcome,
                candidates: candidates
            ).judged(by: routes).outcome
        }
        let refused = ProbeOutcome.failed(.connectFailed(reason: "refused"))
        let missing = ProbeOutcome.failed(.noRoute)
        #expect(outcome(.file(.aasa), refused, [six]) == missing)
        #expect(outcome(.file(.aasa), .failed(.timedOut(.connect)), [six]) == missing)
        #expect(outcome(.file(.aasa), refused, [four, six]) == refused)
        #expect(outcome(.fileAt(.aasa, six), refused, [six]) == missing)
        #expect(outcome(.fileAt(.aasa, four), refused, [four]) == refused)
        #expect(outcome(.file(.aasa), .failed(.closed), [six]) == .failed(.closed))
        #expect(outcome(.file(.aasa), refused, []) == refused)
        #expect(outcome(.deviceCopy, refused, [six]) == refused)
    }
}
