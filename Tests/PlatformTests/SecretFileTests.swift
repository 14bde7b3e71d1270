import Foundation
import Platform
import TestSupport
import Testing

/// Who may read a file that holds a secret.
@Suite struct SecretFileTests {
    @Test(arguments: [
        (0o600, true), (0o400, true), (0o640, true), (0o440, true), (0o644, false), (0o604, false), (0o620, false),
        (0o602, false), (0o666, false), (0o601, false),
    ])
    func `others than the owner and the group are kept out`(_ mode: Int, _ isRead: Bool) throws {
        let directory = try TemporaryDirectory.make("postern-secret")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        let path = directory + "/secret"
        try File.replace(path, with: [1, 2, 3], mode: 0o600)
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        if isRead {
            #expect(try File.readSecret(path, limit: 3) == [1, 2, 3])
            #expect(throws: SystemError.self) { _ = try File.readSecret(path, limit: 2) }
        } else {
            let error = #expect(throws: SystemError.self) { _ = try File.readSecret(path, limit: 3) }
            #expect(error?.errno == EPERM)
        }
    }

    @Test func `a directory and a missing file are no secret`() throws {
        #expect(throws: SystemError.self) { _ = try File.readSecret("/tmp", limit: 3) }
        #expect(throws: SystemError.self) { _ = try File.readSecret("/tmp/postern-no-such-file", limit: 3) }
    }

    @Test func `a directory tells its names`() throws {
        let directory = try TemporaryDirectory.make("postern-names")
        defer { try? FileManager.default.removeItem(atPath: directory) }
        #expect(try Directory.names(directory) == [])
        let long = String(repeating: "n", count: 255)
        for name in ["a", ".b", "é.pem", long] {
            #expect(FileManager.default.createFile(atPath: "\(directory)/\(name)", contents: nil))
        }
        #expect(try Set(Directory.names(directory)) == ["a", ".b", "é.pem", long])
        #expect(throws: SystemError.self) { _ = try Directory.names(directory + "/a") }
        #expect(throws: SystemError.self) { _ = try Directory.names(directory + "/missing") }
    }
}
