import Foundation
import TestSupport
import Testing

@Suite struct PostgresFixtureTests {
    @Test func `two clusters stand side by side, and a destroyed one leaves no directory`() throws {
        let first = try PostgresCluster()
        let second = try PostgresCluster()
        #expect(first.directory != second.directory)
        #expect(try first.psql("SELECT 1") == "1")
        #expect(try second.psql("SELECT 1") == "1")
        first.destroy()
        #expect(!FileManager.default.fileExists(atPath: first.directory))
        #expect(try second.psql("SELECT 1") == "1")
    }

    @Test func `a cluster whose process is killed goes away by itself, also one that was just starting`() async throws {
        for isStarting in [false, true] {
            let result = await #expect(processExitsWith: .signal(SIGKILL), observing: [\.standardOutputContent]) {
                [isStarting = isStarting as Bool] in
                let announce = { (directory: String) in
                    let line = Array("cluster=\(directory)\n".utf8)
                    _ = unsafe write(1, line, line.count)
                    kill(getpid(), SIGKILL)
                }
                let cluster = try PostgresCluster(onDirectory: { if isStarting { announce($0) } })
                announce(cluster.directory)
            }
            let output = String(decoding: try #require(result).standardOutputContent, as: UTF8.self)
            let mark = try #require(output.range(of: "cluster="))
            let directory = String(output[mark.upperBound...].prefix { !$0.isNewline })
            try #require(directory.hasPrefix("/tmp/"))
            let end = ContinuousClock.now.advanced(by: .seconds(60))
            while FileManager.default.fileExists(atPath: directory), ContinuousClock.now < end {
                // Waits for nothing but the clock; no event tells when a directory is gone that was another's.
                _ = poll(nil, 0, 10)
            }
            #expect(!FileManager.default.fileExists(atPath: directory))
        }
    }

    @Test func `a frozen cluster can be destroyed`() throws {
        let cluster = try PostgresCluster()
        try cluster.pause()
        cluster.destroy()
        #expect(!FileManager.default.fileExists(atPath: cluster.directory))
    }

    @Test func `a template is made once and copied`() throws {
        let fixture = try PostgresFixture.shared()
        var count = 0
        for _ in 0..<3 {
            let name = try fixture.template(named: "fixture_test") { database in
                count += 1
                try database.psql("CREATE TABLE t AS SELECT 7 AS n")
            }
            #expect(try fixture.makeDatabase(template: name).psql("SELECT n FROM t") == "7")
        }
        #expect(count == 1)
    }

    @Test func `only its owner may enter the directory, and the socket's path is short`() throws {
        let cluster = try PostgresFixture.shared().cluster
        let attributes = try FileManager.default.attributesOfItem(atPath: cluster.directory)
        #expect(attributes[.posixPermissions] as? Int == 0o700)
        #expect("\(cluster.directory)/.s.PGSQL.5432".utf8.count <= 107)
    }

    @Test func `psql's errors are thrown with their text`() throws {
        let database = try PostgresFixture.shared().makeDatabase()
        #expect { try database.psql("SELECT nonsense") } throws: { "\($0)".contains("nonsense") }
    }
}
