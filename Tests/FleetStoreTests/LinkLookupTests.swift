import DeepLinks
import Dispatch
import Platform
import Postgres
import TestSupport
import Testing

@testable import FleetStore

@Suite struct LinkLookupTests {
    let answers = Answers()

    @Test func `many queries at once are answered, each with its own link`() throws {
        let fixture = try StoreFixture()
        let tenant = try fixture.store().fill(links: 300)
        var options = LinkLookup.Options()
        options.deadline = .seconds(30)
        let lookup = try LinkLookup(database: fixture.address, options: options)
        try lookup.start()
        defer { lookup.stop() }
        for index in 0..<600 {
            lookup.find(try tenant.query("s\(index)")) { [answers] in answers.put($0, at: index) }
        }
        var all = answers.wait(for: 600)
        // A database that a busy machine keeps from answering for two seconds is given up, with what it was asked.
        for index in all.keys where all[index] == .unavailable {
            let again = try tenant.query("s\(index)")
            #expect(isSoon { ask(lookup, again) { all[index] = $0 } != .unavailable })
        }
        for index in 0..<600 {
            guard index < 300 else {
                #expect(all[index] == .missing)
                continue
            }
            guard case .found(let link)? = all[index] else {
                Issue.record("no link for \(index)")
                continue
            }
            #expect(link.destination == .path("/item/\(index)"))
        }
    }

    @Test func `a slug that PostgreSQL cannot hold is missing and disturbs nobody (case 93)`() throws {
        let fixture = try StoreFixture()
        let tenant = try fixture.store().fill(links: 1)
        let lookup = try LinkLookup(database: fixture.address)
        lookup.find(try tenant.query("a\0b")) { [answers] in answers.put($0, at: 0) }
        #expect(answers.wait(for: 1)[0] == .missing)
    }

    @Test func `without a database every query is answered unavailable within its deadline (case 117)`() throws {
        let address = try ConnectionString("host=/nonexistent dbname=x")
        let lookup = try LinkLookup(database: address)
        try lookup.start()
        defer { lookup.stop() }
        let query = LinkQuery(domain: DomainID(rawValue: 1), route: RouteID(rawValue: 1), slug: "x")
        for index in 0..<100 { lookup.find(query) { [answers] in answers.put($0, at: index) } }
        #expect(answers.wait(for: 100).values.allSatisfy { $0 == .unavailable })
    }

    @Test func `beyond the limit the answer is unavailable at once`() throws {
        var options = LinkLookup.Options()
        options.limit = 3
        let lookup = try LinkLookup(database: ConnectionString("host=/nonexistent dbname=x"), options: options)
        let query = LinkQuery(domain: DomainID(rawValue: 1), route: RouteID(rawValue: 1), slug: "x")
        for index in 0..<5 { lookup.find(query) { [answers] in answers.put($0, at: index) } }
        #expect(answers.count == 2)
        try lookup.start()
        lookup.stop()
        #expect(answers.wait(for: 5).count == 5)
    }

    @Test func `an outage costs only its own queries, and all resumes by itself; a frozen server too`() throws {
        let cluster = try PostgresCluster(settings: ["synchronous_commit=on"])
        let address = try ConnectionString(cluster.connectionString(database: "postgres"))
        _ = try Migrator().migrate(Connection.connect(to: address))
        let tenant = try FleetStore(Connection.connect(to: address)).fill(links: 1)
        var options = LinkLookup.Options()
        options.backoff = (.milliseconds(10), .milliseconds(50))
        let lookup = try LinkLookup(database: address, options: options)
        try lookup.start()
        defer { lookup.stop() }
        let query = try tenant.query("s0")
        #expect(isSoon { ask(lookup, query) != .unavailable })
        try cluster.stopImmediately()
        #expect(isSoon { ask(lookup, query) == .unavailable })
        try cluster.start()
        #expect(isSoon { ask(lookup, query) != .unavailable })
        try cluster.pause()
        #expect(ask(lookup, query) == .unavailable)
        try cluster.resume()
        #expect(isSoon { ask(lookup, query) != .unavailable })
    }

    @discardableResult
    func ask(
        _ lookup: LinkLookup, _ query: LinkQuery, _ use: (LookupAnswer?) -> Void = { _ in }
    ) -> LookupAnswer? {
        let one = Answers()
        lookup.find(query) { one.put($0, at: 0) }
        let answer = one.wait(for: 1)[0]
        use(answer)
        return answer
    }
}

/// Answers by number, and a way to wait for them.
final class Answers: Sendable {
    private let answers = LockedValue<[Int: LookupAnswer]>([:])
    private let signal = DispatchSemaphore(value: 0)

    var count: Int { answers.withLock { $0.count } }

    func put(_ answer: LookupAnswer, at index: Int) {
        answers.withLock { $0[index] = answer }
        signal.signal()
    }

    /// Waits for a number of answers, a minute at most.
    func wait(for wanted: Int) -> [Int: LookupAnswer] {
        let deadline = DispatchTime.now() + 60
        while count < wanted, signal.wait(timeout: deadline) == .success {}
        return answers.withLock { $0 }
    }
}
