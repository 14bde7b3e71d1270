import DeepLinks
import FleetStore
import Foundation
import Platform
import Telemetry
import TestSupport
import Testing

@testable import Gateway

/// A start while nobody answers where the database should be.
@Suite struct StateStartTests {
    private let directory: StateDirectory
    private let fleet = ServedFleet(loops: 1)
    private let log = LogRecorder()

    init() throws {
        directory = try StateDirectory(try TemporaryDirectory.make("postern-state"))
    }

    /// Starts a source over the directory and lets it look until the log has a line with the text.
    private func start(_ health: ServiceHealth, until text: String) throws {
        let log = Log(format: .json, sink: log)
        let nowhere = "host=\(directory.path)/nowhere dbname=fleet"
        let keeper = try StateKeeper(directory, numbers: fleet.numbers, log: log) { _ in }
        let source = try FleetStoreSource(
            nowhere, direct: nowhere, fleet: fleet, links: ServedLinks(loops: 1), challenges: ServedChallenges(),
            health: health, keeper: keeper,
            log: log)
        try source.start()
        #expect(
            comesTrue {
                source.tick()
                return self.log.texts.contains { $0.contains(text) }
            }, "\(self.log.texts)")
        source.stop()
    }

    @Test func `what is kept is served, as old as it is`() throws {
        try KeptFixture(try GatewayFixture.fleet().tenants).write(to: directory)
        let kept = try File.readRegular(directory.file)
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSinceNow: -7200)], ofItemAtPath: directory.file)
        let health = ServiceHealth(source: .database, maxStaleness: .seconds(3600))
        try start(health, until: "the fleet is served as it was kept on disk")
        #expect(health.current.hasTable && health.current.isFromState && !health.current.isSourceGood)
        #expect(health.current.cursor == 7 && health.current.staleTenants == 1)
        #expect(fleet.domain(for: "go.shop.example") != nil)
        #expect(health.report().reasons == [.stale])
        let age = try #require(health.report().age)
        #expect(age > .seconds(7000))
        #expect(try File.readRegular(directory.file) == kept, "nothing is written that the database did not say")
    }

    @Test func `what is damaged is not served, and no file is no fault`() throws {
        try File.replace(directory.file, with: Array("postern-state 2 x\n".utf8))
        let health = ServiceHealth(source: .database, maxStaleness: nil)
        try start(health, until: "cannot be used; waiting for the database")
        #expect(!health.current.hasTable && health.report().reasons == [.starting])
        try FileManager.default.removeItem(atPath: directory.file)
        try start(health, until: "no state is kept on disk; waiting for the database")
        #expect(!health.current.hasTable)
    }
}
