import Foundation
import Testing

/// `postern code`: writes client code, and says whether what is there is still right.
@Suite struct CodeCommandTests {
    private static let fleet = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("scripts/demo-fleet.json5").path

    @Test func `check knows files that are missing, current and out of date`() throws {
        let folder = try TemporaryFolder()
        let directory = folder.url.appendingPathComponent("new/KitchenLinks").path
        let code = ["code", "swift", "--tenant", "kitchen", "--fleet", Self.fleet]
        let missing = try PosternProgram.run(code + ["--check", directory])
        #expect(missing.exitCode == 1)
        #expect(missing.output.contains("Package.swift is missing\n"))
        let written = try PosternProgram.run(code + ["--out", directory])
        #expect(written.exitCode == 0, "\(written.messages)")
        #expect(written.output.contains("new/KitchenLinks/Sources/KitchenLinks/KitchenLink.swift\n"))
        let current = try PosternProgram.run(code + ["--check", directory])
        #expect(current.exitCode == 0 && current.output.isEmpty)
        let changed = try String(contentsOfFile: Self.fleet, encoding: .utf8)
            .replacingOccurrences(of: "{to:settings|favorites}", with: "{to:settings|favorites|notes}")
        let stale = try PosternProgram.run(
            ["code", "swift", "--tenant", "kitchen", "--fleet", "-", "--check", directory], input: changed)
        #expect(stale.exitCode == 1)
        #expect(stale.output.contains("KitchenLink.swift is out of date\n"))
    }

    @Test func `what others have in the directory is not written over`() throws {
        let folder = try TemporaryFolder()
        let own = folder.url.appendingPathComponent("Package.swift")
        try Data("// the team's own\n".utf8).write(to: own)
        let code = ["code", "swift", "--fleet", Self.fleet, "--out", folder.url.path, "--tenant"]
        let refused = try PosternProgram.run(code + ["kitchen"])
        #expect(refused.exitCode == 65)
        #expect(refused.messages.contains("Package.swift is there, and "))
        #expect(try String(contentsOf: own, encoding: .utf8) == "// the team's own\n")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["Package.swift"])
        // Nor is the code of another app, or of another tenant.
        try FileManager.default.removeItem(at: own)
        #expect(try PosternProgram.run(code + ["kitchen"]).exitCode == 0)
        #expect(try PosternProgram.run(code + ["shop"]).exitCode == 65)
        // Its own code is, changed or not.
        try Data("changed\n".utf8).write(to: own)
        #expect(try PosternProgram.run(code + ["kitchen"]).exitCode == 0)
        #expect(try String(contentsOf: own, encoding: .utf8).hasPrefix("// swift-tools-version"))
    }

    @Test func `a pending domain is named, since the code is without it`() throws {
        let folder = try TemporaryFolder()
        let fleet = try String(contentsOfFile: Self.fleet, encoding: .utf8)
            .replacingOccurrences(of: #""*.kitchen.example", attested: true"#, with: #""*.kitchen.example""#)
            .replacingOccurrences(of: #""https://anna.kitchen"#, with: #""https://www.kitchen"#)
        let outcome = try PosternProgram.run(
            ["code", "swift", "--tenant", "kitchen", "--fleet", "-", "--out", folder.url.path], input: fleet)
        #expect(outcome.exitCode == 0)
        #expect(outcome.messages.contains("*.kitchen.example is not in the code: it is pending"))
    }

    @Test func `a domain whose association file is uploaded is named, since the code follows the routes`() throws {
        let folder = try TemporaryFolder()
        let fleet = try String(contentsOfFile: Self.fleet, encoding: .utf8)
            .replacingOccurrences(
                of: #""*.kitchen.example", attested: true"#,
                with: #""*.kitchen.example", attested: true, associationFiles: { aasa: "{}" }"#)
        let outcome = try PosternProgram.run(
            ["code", "swift", "--tenant", "kitchen", "--fleet", "-", "--out", folder.url.path], input: fleet)
        #expect(outcome.exitCode == 0, "\(outcome.messages)")
        #expect(outcome.messages.contains("the association file of *.kitchen.example is uploaded"))
    }

    @Test func `a file that nothing asks for any more is named`() throws {
        let folder = try TemporaryFolder()
        let code = ["code", "swift", "--tenant", "notes", "--fleet", "-"]
        let fleet = try String(contentsOfFile: Self.fleet, encoding: .utf8)
        let changed = fleet.replacingOccurrences(of: #"scheme: "deeplink","#, with: "")
        let (out, check) = (["--out", folder.url.path], ["--check", folder.url.path])
        #expect(try PosternProgram.run(code + out, input: fleet).exitCode == 0)
        #expect(
            try PosternProgram.run(code + out, input: changed).output.contains("Info.plist is not needed any more\n"))
        let stale = try PosternProgram.run(code + check, input: changed)
        #expect(stale.exitCode == 1)
        #expect(stale.output.hasSuffix("App/Info.plist is not needed any more\n"))
        // The team's own is none of ours.
        try Data("<plist/>\n".utf8).write(to: folder.url.appendingPathComponent("App/Info.plist"))
        let current = try PosternProgram.run(code + check, input: changed)
        #expect(current.exitCode == 0, "\(current.output)")
    }

    @Test(arguments: ["shop-swift", "kitchen-swift", "reader-swift", "notes-swift", "shop-kotlin", "reader-kotlin"])
    func `the golden files are those of the demo fleet's revision`(name: String) throws {
        let golden = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .appendingPathComponent("ClientCodeTests/Golden/\(name)").path
        let words = name.split(separator: "-").map(String.init)
        let outcome = try PosternProgram.run(
            ["code", words[1], "--tenant", words[0], "--fleet", Self.fleet, "--check", golden])
        #expect(!outcome.output.contains("out of date"), "\(outcome.output)")
    }

    @Test func `list says which apps have code`() throws {
        let outcome = try PosternProgram.run(["code", "list", "--fleet", Self.fleet, "--json"])
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let code = try #require(object["code"] as? [[String: Any]])
        let swift = code.filter { $0["language"] as? String == "swift" }
        #expect(
            swift.compactMap { $0["package"] as? String }
                == ["FestivalLinks", "KitchenLinks", "NotesLinks", "ReaderLinks", "ShopLinks"])
        #expect(swift.first { $0["tenant"] as? String == "shop" }?["links"] as? Int == 3)
    }

    @Test func `an app or a tenant that is not there is named`() throws {
        let code = ["code", "swift", "--fleet", Self.fleet, "--tenant"]
        let app = try PosternProgram.run(code + ["shop", "--app", "shop-android"])
        #expect(app.exitCode == 65)
        #expect(app.messages.contains("shop-android is an app of the other platform"))
        let tenant = try PosternProgram.run(code + ["shoop"])
        #expect(tenant.exitCode == 66)
        #expect(tenant.messages.contains("did you mean 'shop'?"))
    }
}
