import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// The generated Kotlin decides as the gateway does: compiled by Kotlin's own compiler and run, with the tests that are
/// generated beside it.
///
/// With `POSTERN_SLOW` that is tried with 60 random fleets and 10,000 URLs each, else with 10 and 1,000.
@Suite(.serialized) struct KotlinProofTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    @Test(
        .enabled(if: KotlinProgram.jars != nil, "Kotlin's compiler is not there: see 'scripts/test --slow'"),
        arguments: ProofBatch.all(of: 60, isSlow: isSlow))
    func `the app reads a URL exactly when the gateway opens it, with the same values`(_ batch: ProofBatch) throws {
        let tenants = try batch.tenants(demo: ["shop", "reader"])
        let codes = try tenants.map { KotlinCode(try ClientLinks($0, in: .kotlin, app: nil), revision: "0") }
        let own = KotlinCode(try Sample.links(SchemeCase.tenant(), app: "droid"), revision: "0")
        let program = try KotlinProgram(codes + [own])
        defer { program.remove() }
        try SchemeCase.check(app: codes.count, program.answers)
        var counts = ProofCounts()
        var lines: [String] = []
        var checks: [(url: String, host: String, oracle: ClientOracle)] = []
        for (index, tenant) in tenants.enumerated() {
            let oracle = try ClientOracle(tenant, codes[index].links, .kotlin)
            var urls = RandomURLs(tenant, seed: batch.seed + UInt64(index))
            let hosts = oracle.hosts
            for number in 0..<batch.urls {
                let (url, host) = (urls.next(), hosts[number % hosts.count])
                lines.append("\(index) \(host) \(url)")
                checks.append((url, host, oracle))
            }
        }
        let answers = try program.answers(lines)
        try #require(answers.count == lines.count)
        for (answer, check) in zip(answers, checks) { counts.compare(answer, check.url, on: check.host, check.oracle) }
        let all = tenants.count * batch.urls
        #expect(counts.compared > all / 2 && counts.links > all / 10, "\(counts)")
        #expect(counts.printed > counts.links / 2 && counts.schemes > counts.links / 20, "\(counts)")
    }
}
