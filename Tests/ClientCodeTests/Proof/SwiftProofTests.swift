import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// The generated Swift decides as the gateway and the association files do: compiled and run.
///
/// With `POSTERN_SLOW` that is tried with 200 random fleets and 10,000 URLs each, else with 10 and 1,000.
@Suite(.serialized) struct SwiftProofTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    @Test(arguments: ProofBatch.all(of: 200, isSlow: isSlow))
    func `the app reads a URL exactly when the gateway opens it, with the same values`(_ batch: ProofBatch) throws {
        let tenants = try batch.tenants(demo: ["shop", "kitchen", "reader", "notes", "festival"])
        let codes = try tenants.map { SwiftCode(try ClientLinks($0, app: $0.apps[0].name), revision: "0") }
        let own = SwiftCode(try Sample.links(SchemeCase.tenant()), revision: "0")
        let program = try SwiftProgram(codes + [own], isOptimised: Self.isSlow)
        defer { program.remove() }
        try SchemeCase.check(app: codes.count, program.answers)
        var counts = ProofCounts()
        for (index, tenant) in tenants.enumerated() {
            let oracle = try ClientOracle(tenant, codes[index].links, .swift)
            var urls = RandomURLs(tenant, seed: batch.seed + UInt64(index))
            let hosts = oracle.hosts
            let checks = (0..<batch.urls).map { (url: urls.next(), host: hosts[$0 % hosts.count]) }
            let answers = try program.answers(checks.map { "\(index) \($0.host) \($0.url)" })
            try #require(answers.count == checks.count)
            for (answer, check) in zip(answers, checks) { counts.compare(answer, check.url, on: check.host, oracle) }
        }
        let all = tenants.count * batch.urls
        #expect(counts.compared > all / 2 && counts.links > all / 10 && counts.files > all / 5, "\(counts)")
        #expect(counts.printed > counts.links / 2 && counts.schemes > counts.links / 20, "\(counts)")
    }
}
