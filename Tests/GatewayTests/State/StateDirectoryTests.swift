import FleetStore
import Platform
import TestSupport
import Testing

@testable import Gateway

/// The file in which a gateway keeps the fleet.
@Suite struct StateDirectoryTests {
    private let directory: StateDirectory

    init() throws {
        directory = try StateDirectory(try TemporaryDirectory.make("postern-state") + "/deep/state")
    }

    @Test func `what is kept is read again, with the time at which it was current`() throws {
        #expect(try directory.read() == nil)
        var state = FleetState()
        state.identity = "one"
        state.generation = 7
        try directory.write(state)
        let first = try #require(try directory.read())
        #expect(first.state == state)
        directory.confirm()
        #expect(try #require(try directory.read()).current >= first.current)
        state.generation = 8
        try directory.write(state)
        #expect(try directory.read()?.state.generation == 8)
    }

    @Test func `a file that is no state, newer or damaged is refused by its name, whole`() throws {
        var state = FleetState()
        state.identity = "one"
        try directory.write(state)
        let good = try File.readRegular(directory.file)
        var flipped = good
        flipped[good.count - 2] ^= 1
        for (bytes, message) in [
            (Array("hello".utf8), "it is no state of a fleet"), (Array(good.dropLast()), "it is damaged"),
            (flipped, "it is damaged"), ([], "it is no state of a fleet"),
            (Array("postern-state 2 x\n".utf8), "it has format 2, this program reads format 1"),
        ] {
            try File.replace(directory.file, with: bytes)
            let error = #expect(throws: GatewayError.self) { try directory.read() }
            #expect(error?.description.contains(directory.file) == true)
            #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        }
    }
}
