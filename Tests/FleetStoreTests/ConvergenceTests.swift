import Platform
import Postgres
import Testing

@testable import FleetStore

/// When a change counts as served.
@Suite struct ConvergenceTests {
    private func gateway(
        _ name: String, at cursor: Int64, _ state: RegisteredGateway.State = .live
    ) throws -> RegisteredGateway {
        let token = try #require(UUIDText("00000000-0000-0000-0000-000000000001"))
        let time = UnixTime(seconds: 1_800_000_000)
        return RegisteredGateway(
            token: token, name: name, version: "1", url: nil, cursor: cursor, lag: 0, started: time, seen: time,
            state: state, registeredBy: "postern")
    }

    @Test func `it is served when every live gateway has come to it, and none is silent`() throws {
        #expect(Convergence(of: [], at: 5).isReached())
        #expect(Convergence(of: [try gateway("one", at: 5), try gateway("two", at: 6)], at: 5).isReached())
        let found = Convergence(
            of: [
                try gateway("one", at: 5), try gateway("two", at: 4), try gateway("three", at: 9, .silent),
                try gateway("four", at: 1, .silent),
            ], at: 5)
        #expect(found.serving.map(\.name) == ["one"])
        #expect(found.behind.map(\.name) == ["two"])
        #expect(found.silent.map(\.name) == ["three", "four"])
        #expect(!found.isReached() && !found.isReached(ignoringSilent: true))
        let silent = Convergence(of: [try gateway("one", at: 5), try gateway("two", at: 4, .silent)], at: 5)
        #expect(!silent.isReached() && silent.isReached(ignoringSilent: true))
    }
}
