import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// The generated Swift is laid out as swift-format leaves it.
@Suite struct SwiftFormatTests {
    @Test func `swift-format finds nothing in the code of random fleets`() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "postern-format-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        for seed in 1...20 {
            var random = RandomTenants(seed: UInt64(seed))
            let tenant = try random.tenant("r\(seed)")
            let code = SwiftCode(try ClientLinks(tenant, app: tenant.apps[0].name), revision: "0")
            for file in code.files {
                let path = folder.appending(path: "\(code.name)/\(file.path)")
                try FileManager.default.createDirectory(
                    at: path.deletingLastPathComponent(), withIntermediateDirectories: true)
                try Data(file.text.utf8).write(to: path)
            }
        }
        let status = try ChildProgram.run(
            "/usr/bin/env", ["swift", "format", "lint", "--strict", "--recursive", "."], in: folder)
        let messages = try String(contentsOf: folder.appending(path: "messages"), encoding: .utf8)
        #expect(status == 0, "\(messages.prefix(4000))")
    }
}
