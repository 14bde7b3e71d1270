import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// What is written for the demo fleet, as it was read and found good.
///
/// After a change: `postern code swift --fleet scripts/demo-fleet.json5 --tenant shop --router --out DIR`, and the same
/// for the others and for Kotlin; what is the same for all tenants is kept of the shop's alone.
@Suite struct GoldenTests {
    private static let folder = Sample.root.appending(path: "Tests/ClientCodeTests/Golden")

    @Test(arguments: ["shop", "kitchen", "reader", "notes"])
    func `Swift for a demo tenant is as it was`(tenant: String) throws {
        let links = try Sample.links(try Sample.demoTenant(tenant), app: "\(tenant)-ios")
        let folder = Self.folder.appending(path: "\(tenant)-swift")
        let shared = Set(SharedSwift.files.map(\.0))
        let code = SwiftCode(links, revision: try Self.revision(in: folder.appending(path: "App")))
        let files = (code.files + code.sketches).filter { file in
            tenant == "shop" || !shared.contains { file.path.hasSuffix("/\($0)") }
        }
        try Self.compare(files, folder)
    }

    @Test(arguments: ["shop", "reader"])
    func `Kotlin for a demo tenant is as it was`(tenant: String) throws {
        let links = try Sample.links(try Sample.demoTenant(tenant), app: "\(tenant)-android")
        let folder = Self.folder.appending(path: "\(tenant)-kotlin")
        let shared = Set(SharedKotlin.files.map(\.0))
        let code = KotlinCode(links, revision: try Self.revision(in: folder))
        let files = code.files.filter { file in
            tenant == "shop" || !shared.contains { file.path.hasSuffix("/\($0)") }
        }
        try Self.compare(files, folder)
    }

    private static func compare(_ files: [CodeFile], _ folder: URL) throws {
        for file in files {
            let text = try? String(contentsOf: folder.appending(path: file.path), encoding: .utf8)
            #expect(text == file.text, "\(folder.lastPathComponent)/\(file.path)")
        }
        let paths = try #require(FileManager.default.enumerator(atPath: folder.path)).compactMap { $0 as? String }
        let known = Set(files.map(\.path))
        for path in paths where !known.contains(path) {
            let values = try folder.appending(path: path).resourceValues(forKeys: [.isDirectoryKey])
            #expect(values.isDirectory == true, "\(folder.lastPathComponent)/\(path) is not written any more")
        }
    }

    /// The revision that the files name: what it is made of is the command's matter.
    private static func revision(in folder: URL) throws -> String {
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() {
            let text = (try? String(contentsOf: folder.appending(path: name), encoding: .utf8)) ?? ""
            if let match = text.firstMatch(of: /[Rr]evision ([0-9a-f]{12})/) { return String(match.1) }
        }
        return "none"
    }
}
