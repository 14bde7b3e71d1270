import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// The generated Kotlin decides as the gateway does: compiled by Kotlin's own compiler and run, with the tests that are
/// generated beside it.
@Suite struct KotlinProofTests {
    private static let isSlow = ProcessInfo.processInfo.environment["POSTERN_SLOW"] != nil

    @Test(.enabled(if: KotlinProgram.jars != nil, "Kotlin's compiler is not there: see 'scripts/test --slow'"))
    func `the app reads a URL exactly when the gateway opens it, with the same values`() throws {
        var tenants = try ["shop", "reader"].map(Sample.demoTenant)
        for seed in 1...(Self.isSlow ? 50 : 10) {
            var random = RandomTenants(seed: UInt64(seed))
            tenants.append(try random.tenant("r\(seed)"))
        }
        let codes = try tenants.map { KotlinCode(try ClientLinks($0, in: .kotlin, app: nil), revision: "0") }
        let own = KotlinCode(try Sample.links(SchemeCase.tenant(), app: "droid"), revision: "0")
        let program = try KotlinProgram(codes + [own])
        defer { program.remove() }
        let ownAnswers = try program.answers(SchemeCase.cases.map { "\(codes.count) go.acme.example \($0.url)" })
        for (answer, item) in zip(ownAnswers, SchemeCase.cases) { item.check(answer) }
        var counts = ProofCounts()
        var lines: [String] = []
        var checks: [(url: String, host: String, oracle: ClientOracle)] = []
        for (index, tenant) in tenants.enumerated() {
            let oracle = try ClientOracle(tenant, codes[index].links, .kotlin)
            var urls = RandomURLs(tenant, seed: UInt64(index))
            let hosts = oracle.hosts
            for number in 0..<10_000 {
                let (url, host) = (urls.next(), hosts[number % hosts.count])
                lines.append("\(index) \(host) \(url)")
                checks.append((url, host, oracle))
            }
        }
        let answers = try program.answers(lines)
        try #require(answers.count == lines.count)
        for (answer, check) in zip(answers, checks) { counts.compare(answer, check.url, on: check.host, check.oracle) }
        let all = tenants.count * 10_000
        #expect(counts.compared > all / 2 && counts.links > all / 10, "\(counts)")
        #expect(counts.printed > counts.links / 2 && counts.schemes > counts.links / 20, "\(counts)")
    }
}
