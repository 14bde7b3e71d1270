import Glibc
import Platform
import TestSupport
import Testing

@testable import Resolver

@Suite struct ManyLookUpsTests {
    @Test func `many look-ups share one thread and each gets its own answer`() throws {
        let server = try TestNameServer { query in
            let number = Int(query.name.dropFirst().prefix { $0 != "." }) ?? 0
            return query.type == 1 ? .records([.a("10.0.\(number / 256).\(number % 256)")]) : .records([])
        }
        let resolver = try NameResolver(ResolverConfiguration(servers: [server.address], concurrency: 64))
        let answers = LockedValue<[Int: Result<Resolution, ResolutionError>]>([:])
        for number in 0..<2000 {
            resolver.resolve("n\(number).acme.test", deadline: .now() + .seconds(60)) { result in
                answers.withLock { $0[number] = result }
            }
        }
        #expect(comesTrue { answers.withLock { $0.count } == 2000 })
        for (number, result) in answers.withLock({ $0 }) {
            #expect(try result.get().addresses.map(\.description) == ["10.0.\(number / 256).\(number % 256)"])
        }
    }

    @Test func `many threads wait for their own answers`() throws {
        let server = try TestNameServer { query in
            query.type == 1 ? .delayed(.milliseconds(10), .records([.a("192.0.2.1")])) : .records([])
        }
        let resolver = try NameResolverTests.resolver(server)
        let count = LockedValue(0)
        let threads = ThreadGroup()
        for number in 0..<16 {
            try threads.start(name: "asks") {
                let resolution = try? resolver.resolve("n\(number).acme.test", deadline: .now() + .seconds(30))
                if resolution?.chain == ["n\(number).acme.test"] { count.withLock { $0 += 1 } }
            }
        }
        threads.join()
        #expect(count.withLock { $0 } == 16)
    }

    @Test func `those that wait for their turn keep their deadlines`() throws {
        let server = try TestNameServer { _ in .silence }
        let resolver = try NameResolver(
            ResolverConfiguration(servers: [server.address], attemptTimeout: .seconds(60), concurrency: 1))
        let answers = LockedValue<[Result<Resolution, ResolutionError>]>([])
        let begin = MonotonicTime.now()
        resolver.resolve("first.test", deadline: begin + .seconds(60)) { _ in }
        for _ in 0..<10 {
            resolver.resolve("next.test", deadline: begin + .milliseconds(50)) { result in
                answers.withLock { $0.append(result) }
            }
        }
        #expect(comesTrue { answers.withLock { $0.count } == 10 })
        #expect(MonotonicTime.now() - begin < .seconds(40))
        #expect(answers.withLock { $0.allSatisfy { $0 == .failure(.timedOut) } })
    }

    @Test func `what exceeds the queue is refused at once`() throws {
        let server = try TestNameServer { _ in .silence }
        let resolver = try NameResolver(
            ResolverConfiguration(servers: [server.address], concurrency: 1, waitingLimit: 3))
        let refused = LockedValue(0)
        for _ in 0..<20 {
            resolver.resolve("go.acme.test", deadline: .now() + .seconds(20)) { result in
                if result == .failure(.overloaded) { refused.withLock { $0 += 1 } }
            }
        }
        #expect(refused.withLock { $0 } >= 16)
    }

    @Test func `a stop ends all look-ups`() throws {
        let server = try TestNameServer { _ in .silence }
        let resolver = try NameResolver(ResolverConfiguration(servers: [server.address], concurrency: 2))
        let answers = LockedValue<[Result<Resolution, ResolutionError>]>([])
        for _ in 0..<5 {
            resolver.resolve("go.acme.test", deadline: .now() + .seconds(60)) { result in
                answers.withLock { $0.append(result) }
            }
        }
        resolver.stop()
        #expect(answers.withLock { $0 } == Array(repeating: .failure(.unavailable), count: 5))
        #expect(throws: ResolutionError.unavailable) {
            try resolver.texts("go.acme.test", deadline: .now() + .seconds(5))
        }
    }

    @Test func `look-ups leave no descriptor behind`() async {
        // In a process of its own: other tests open descriptors too.
        await #expect(processExitsWith: .success) {
            let server = try TestNameServer { $0.isTCP ? .silence : .truncated([]) }
            let resolver = try NameResolverTests.resolver(server)
            _ = try? resolver.texts("go.acme.test", deadline: .now() + .milliseconds(20))
            let before = try EventDescriptor().rawValue
            for _ in 0..<200 { _ = try? resolver.texts("go.acme.test", deadline: .now() + .milliseconds(2)) }
            // The server lets a connection go once it has seen its end.
            guard try comesTrue({ try EventDescriptor().rawValue < before + 10 }) else { exit(1) }
            exit(0)
        }
    }
}
