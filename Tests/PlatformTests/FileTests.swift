import Foundation
import Platform
import Testing

@Suite struct FileTests {
    private func withDirectory(_ body: (String) throws -> Void) throws {
        let directory = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: directory) }
        try body(directory.path())
    }

    @Test func `a replaced file has the new bytes and leaves nothing beside it`() throws {
        try withDirectory { directory in
            let path = directory + "/state"
            let large = (0..<300_000).map { UInt8(truncatingIfNeeded: $0) }
            for bytes in [Array("one".utf8), large, []] {
                try File.replace(path, with: bytes)
                #expect(try File.read(path) == bytes)
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["state"])
        }
    }

    @Test func `a file beyond the limit, or none, is an error`() throws {
        try withDirectory { directory in
            let path = directory + "/state"
            #expect(throws: SystemError(errno: 2, call: "open \(path)")) { try File.read(path) }
            try File.replace(path, with: [1, 2, 3])
            #expect(try File.read(path, limit: 3) == [1, 2, 3])
            #expect(throws: SystemError(errno: 27, call: "read \(path)")) { try File.read(path, limit: 2) }
            #expect(throws: SystemError.self) { try File.replace(directory + "/none/state", with: []) }
        }
    }

    @Test func `what is no regular file is neither waited for nor replaced`() throws {
        try withDirectory { directory in
            let path = directory + "/pipe"
            #expect(unsafe mkfifo(path, 0o600) == 0)
            for place in [path, directory] {
                let error = SystemError(errno: 22, call: "\(place) is no regular file")
                #expect(throws: error) { try File.readRegular(place) }
                #expect(throws: error) { try File.replace(place, with: [1]) }
            }
            #expect(try FileManager.default.contentsOfDirectory(atPath: directory) == ["pipe"])
            try File.replace(directory + "/state", with: [1, 2, 3])
            #expect(try File.readRegular(directory + "/state") == [1, 2, 3])
        }
    }

    @Test func `a stamp changes with the file, and only then`() throws {
        try withDirectory { directory in
            let path = directory + "/fleet.json5"
            #expect(throws: SystemError.self) { try FileStamp(path: path) }
            try File.replace(path, with: [1])
            let first = try FileStamp(path: path)
            #expect(try FileStamp(path: path) == first)
            try File.replace(path, with: [1])
            #expect(try FileStamp(path: path) != first)
        }
    }

    @Test func `files of proc are read whole`() throws {
        #expect(try !File.read("/proc/self/status").isEmpty)
    }
}
