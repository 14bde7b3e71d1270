import Foundation
import Testing
import sql

@Suite struct MigrationFilesTests {
    static let folder = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "sql/migrations")

    @Test func `every file of the folder is compiled in, byte for byte and in order`() throws {
        let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path).sorted()
        #expect(files == Migrations.all.map { $0.name + ".sql" })
        for migration in Migrations.all {
            let bytes = try Data(contentsOf: Self.folder.appending(path: migration.name + ".sql"))
            #expect(Array(migration.text.utf8) == Array(bytes))
        }
    }

    @Test func `numbers have no gap and every oldest reader is an earlier or the same schema`() {
        for (index, migration) in Migrations.all.enumerated() {
            #expect(migration.number == index + 1)
            #expect((1...migration.number).contains(migration.oldestReader))
            #expect(migration.text.hasPrefix("-- Oldest reader: "))
        }
    }

    @Test func `no file exceeds 8 KB and all together stay under 60 KB`() {
        #expect(Migrations.all.allSatisfy { $0.text.utf8.count <= 8192 })
        #expect(Migrations.all.reduce(0) { $0 + $1.text.utf8.count } < 60_000)
    }
}
