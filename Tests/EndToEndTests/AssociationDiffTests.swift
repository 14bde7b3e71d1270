import Foundation
import Testing

/// The command that compares association files.
@Suite struct AssociationDiffTests {
    private static func aasa(_ components: String) -> String {
        #"{"applinks": {"details": [{"appIDs": ["7Q2MX9RK4T.example.shop"], "components": [\#(components)]}]}}"#
    }

    private static func statement(_ octet: String) -> String {
        let fingerprint = Array(repeating: octet, count: 32).joined(separator: ":")
        return #"""
            [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
              "package_name": "example.shop", "sha256_cert_fingerprints": ["\#(fingerprint)"]}}]
            """#
    }

    /// Compares a file with standard input.
    private func diff(_ old: String, _ new: String, _ words: [String] = []) throws -> PosternProgram.Outcome {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("old.json")
        try Data(old.utf8).write(to: file)
        return try PosternProgram.run(["association", "diff", file.path, "-"] + words, input: new)
    }

    @Test func `URLs that differ are lines with both fates and both rules, and the answer is 1`() throws {
        let outcome = try diff(
            Self.aasa(#"{"/": "/a/*"}"#), Self.aasa(#"{"/": "/a/x", "exclude": true}, {"/": "/a/*"}"#))
        #expect(outcome.exitCode == 1)
        #expect(
            outcome.output == """
                FATE            URL                       OLD RULE                          NEW RULE
                open → browser  https://host.example/a/x  /applinks/details/0/components/0  /applinks/details/0/components/0

                """)
        #expect(outcome.messages == "aasa: 1 difference of URLs\n")
    }

    @Test func `files that decide alike are equal`() throws {
        let outcome = try diff(
            Self.aasa(#"{"/": "/a/*"}, {"/": "/b"}"#), Self.aasa(#"{"/": "/b/"}, {"comment": "a", "/": "a/*"}"#))
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.isEmpty)
        #expect(outcome.messages == "aasa: equal\n")
    }

    @Test func `an app that is not asked for does not count, and the host is shown`() throws {
        let (old, new) = (Self.aasa(#"{"/": "/a"}"#), Self.aasa(#"{"/": "/b"}"#))
        let other = try diff(old, new, ["--app", "7Q2MX9RK4T.example.other"])
        #expect(other.exitCode == 0)
        #expect(other.messages == "neither file lets 7Q2MX9RK4T.example.other open links\naasa: equal\n")
        let outcome = try diff(old, new, ["--app", "7Q2MX9RK4T.example.shop", "--host", "go.acme.example"])
        #expect(outcome.output.contains("browser → open  https://go.acme.example/b"))
        #expect(try diff(old, new, ["--host", "a/b"]).exitCode == 65)
    }

    @Test func `statements differ by fingerprint, and JSON has it all`() throws {
        let outcome = try diff(Self.statement("5A"), Self.statement("5B"), ["--json"])
        #expect(outcome.exitCode == 1)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        #expect(object["version"] as? Int == 1)
        #expect(object["kind"] as? String == "assetlinks")
        #expect(object["completeness"] as? String == "complete")
        let differences = try #require(object["differences"] as? [[String: Any]])
        #expect(differences.map { $0["app"] as? String } == ["example.shop", "example.shop"])
        #expect((differences.first?["old"] as? [String: Any])?["rule"] as? String == "/0")
        #expect((object["grants"] as? [Any])?.count == 2)
    }

    @Test func `a file that is none is refused, a missing one is missing, and kinds are not mixed`() throws {
        #expect(try diff("{,}", Self.aasa("")).exitCode == 65)
        #expect(try diff(Self.aasa(""), Self.statement("5A")).exitCode == 65)
        #expect(try PosternProgram.run(["association", "diff", "/does/not/exist", "-"]).exitCode == 66)
        #expect(try PosternProgram.run(["association", "diff", "-", "-"]).exitCode == 64)
    }
}
