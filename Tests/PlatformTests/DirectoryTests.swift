import Foundation
import Platform
import Testing

@Suite struct DirectoryTests {
    @Test func `a directory is made with those above it, and one that is there is left`() throws {
        let root = FileManager.default.temporaryDirectory.appendingPathComponent("postern-directory-\(UUID())").path
        defer { try? FileManager.default.removeItem(atPath: root) }
        try Directory.create("\(root)/a/b/c")
        try File.replace("\(root)/a/b/c/file", with: [1])
        try Directory.create("\(root)/a/b/c")
        try Directory.create("\(root)/a/b/d/")
        #expect(try File.read("\(root)/a/b/c/file") == [1])
        let error = #expect(throws: SystemError.self) { try Directory.create("\(root)/a/b/c/file/more") }
        #expect(error?.errno == 20)
    }
}
