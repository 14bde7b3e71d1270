import DeepLinks
import Testing

/// Random fleets whose code is compiled into one program: a compiler's time and memory grow faster than their number.
struct ProofBatch: CustomTestStringConvertible {
    /// The seeds of the fleets.
    let seeds: ClosedRange<UInt64>
    /// URLs for each fleet.
    let urls: Int

    /// All batches of the longer form, 20 fleets each until there are so many; of the shorter one a batch of 10.
    static func all(of count: UInt64, isSlow: Bool) -> [ProofBatch] {
        guard isSlow else { return [ProofBatch(seeds: 1...10, urls: 1_000)] }
        return stride(from: 1, through: count, by: 20).map { first in
            ProofBatch(seeds: first...min(first + 19, count), urls: 10_000)
        }
    }

    /// The seed of the first URLs.
    var seed: UInt64 { seeds.lowerBound &* 1_000 }

    /// The tenants; those of the demo fleet come with the first batch, and one with a table of several parts.
    func tenants(demo: [String]) throws -> [Tenant] {
        var tenants: [Tenant] = []
        if seeds.lowerBound == 1 {
            tenants = try demo.map(Sample.demoTenant)
            var random = RandomTenants(seed: 0)
            tenants.append(try random.tenant("long", routes: 120))
        }
        for seed in seeds {
            var random = RandomTenants(seed: seed)
            tenants.append(try random.tenant("r\(seed)"))
        }
        return tenants
    }

    var testDescription: String { "fleets \(seeds.lowerBound) to \(seeds.upperBound)" }
}
