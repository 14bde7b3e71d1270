import Foundation
import Testing

/// The commands that judge association files without a database.
@Suite struct AssociationFileTests {
    private static let aasa = #"""
        {"applinks": {"apps": [], "details": [{"appIDs": ["7Q2MX9RK4T.example.shop"], "appID": "7Q2MX9RK4T.example.shop",
          "paths": ["/old/*"], "components": [{"#": "web", "exclude": true}, {"/": "/p/?*"}]}]}}
        """#
    private static let fingerprint =
        "5A:11:C4:7D:09:E2:B3:86:4F:D0:2C:91:7E:A8:33:F6:1B:C9:64:05:DA:72:8E:37:F1:40:AB:9D:26:58:EC:03"
    private static let statement = #"""
        [{"relation": ["delegate_permission/common.handle_all_urls"], "target": {"namespace": "android_app",
          "package_name": "example.shop", "sha256_cert_fingerprints": ["\#(fingerprint)"]}}]
        """#

    @Test func `lint exits 1 with errors, 0 without and 66 without a file`() throws {
        let broken = try PosternProgram.run(["association", "lint", "-"], input: "{\n  \"applinks\": {},\n}")
        #expect(broken.exitCode == 1)
        #expect(broken.output.hasPrefix("line 3, column 1: error: the file is not valid JSON"))
        #expect(broken.messages == "aasa: 1 error; what is named an error does not work\n")
        let warned = try PosternProgram.run(["association", "lint", "-"], input: Self.aasa)
        #expect(warned.exitCode == 0)
        #expect(warned.output.contains("app-id-beside-app-ids at /applinks/details/0/appID"))
        let clean = try PosternProgram.run(["association", "lint", "-"], input: Self.statement)
        #expect(clean.exitCode == 0)
        #expect(clean.output.isEmpty)
        #expect(clean.messages == "assetlinks: no findings\n")
        #expect(try PosternProgram.run(["association", "lint", "/does/not/exist"]).exitCode == 66)
        #expect(try PosternProgram.run(["association", "lint", "/"]).exitCode == 66)
    }

    @Test func `lint in JSON has code, severity and place`() throws {
        let outcome = try PosternProgram.run(
            ["association", "lint", "-", "--kind", "assetlinks", "--json"], input: "{}")
        #expect(outcome.exitCode == 1)
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any])
        let finding = try #require((object["findings"] as? [[String: Any]])?.first)
        #expect(finding["code"] as? String == "not-an-array")
        #expect(finding["severity"] as? String == "error")
        #expect(finding["line"] as? Int == 1)
    }

    @Test func `match prints outcome, URL and rule, parted by tabs`() throws {
        let urls = ["/p/1", "/p/1#web", "/old/1"].map { "https://go.acme.example\($0)" }
        let outcome = try PosternProgram.run(
            ["association", "match", "--aasa", "-", "--app", "7Q2MX9RK4T.example.shop"] + urls, input: Self.aasa)
        #expect(outcome.exitCode == 0)
        #expect(
            outcome.output == """
                open\t\(urls[0])\t/applinks/details/0/components/1
                browser\t\(urls[1])\t/applinks/details/0/components/0
                browser\t\(urls[2])\t-

                """)
        #expect(outcome.messages.contains("\(urls[2]): on iOS 12 and earlier: open"))
    }

    @Test func `an answer that rests on what is not known says so, as text and in JSON`() throws {
        let words = ["association", "match", "--assetlinks", "-", "--package", "example.shop", "--fingerprint"]
        let url = "https://go.acme.example/p"
        let file = Self.statement.replacing(Self.fingerprint, with: Self.fingerprint.lowercased())
        let outcome = try PosternProgram.run(words + [Self.fingerprint, url], input: file)
        #expect(outcome.output == "browser\t\(url)\t-\n")
        #expect(outcome.messages.hasPrefix("\(url): not certain: whether devices take a fingerprint in lower case"))
        #expect(outcome.messages.hasSuffix("(/0)\n"))
        let json = try PosternProgram.run(words + [Self.fingerprint, url, "--json"], input: file)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        let match = try #require((object["matches"] as? [[String: Any]])?.first)
        let doubt = try #require((match["doubts"] as? [[String: Any]])?.first)
        #expect(doubt["code"] as? String == "lower-case-fingerprint")
        #expect(doubt["pointer"] as? String == "/0")
    }

    @Test func `a file that is none opens nothing`() throws {
        let outcome = try PosternProgram.run(
            ["association", "match", "--aasa", "-", "--app", "A.b", "https://go.acme.example/"], input: "{,}")
        #expect(outcome.exitCode == 0)
        #expect(outcome.output == "browser\thttps://go.acme.example/\t-\n")
        #expect(outcome.messages.contains("not valid JSON"))
    }

    @Test func `an app that the file does not name is told, with the one that was meant`() throws {
        let words = ["association", "match", "--aasa", "-", "https://go.acme.example/p/1", "--app"]
        let outcome = try PosternProgram.run(words + ["example.shop"], input: Self.aasa)
        #expect(outcome.output == "browser\thttps://go.acme.example/p/1\t-\n")
        #expect(
            outcome.messages
                == "no entry of the file names the app example.shop; did you mean '7Q2MX9RK4T.example.shop'?\n")
        #expect(try PosternProgram.run(words + [""], input: Self.aasa).exitCode == 65)
        #expect(
            try PosternProgram.run(words + ["7Q2MX9RK4T.example.shop", "--host", "a b"], input: Self.aasa).exitCode
                == 65)
    }

    @Test func `what would move the terminal's cursor or turn its text is escaped`() throws {
        let file = #"{"applinks":{"details":{"A\u001b[2J":{"paths":["/p"]}}}}"#
        let outcome = try PosternProgram.run(
            [
                "association", "match", "--aasa", "-", "--app", "A\u{1b}[2J", "https://go.acme.example/p\u{202e}",
                "https://go.acme.example/p",
            ],
            input: file)
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("/applinks/details/A\\u{1B}[2J/paths/0"))
        #expect(!outcome.output.contains("\u{1b}"))
        #expect(!outcome.output.contains("\u{202e}"))
    }

    @Test func `match of statements asks for package and fingerprint`() throws {
        let words = ["association", "match", "--assetlinks", "-", "--package", "example.shop"]
        let url = "https://go.acme.example/p"
        let outcome = try PosternProgram.run(
            words + ["--fingerprint", Self.fingerprint, "--explain", url], input: Self.statement)
        #expect(outcome.output.hasPrefix("open\t\(url)\t/0\n    "))
        #expect(try PosternProgram.run(words + [url], input: Self.statement).exitCode == 64)
        #expect(try PosternProgram.run(words + ["--fingerprint", "AB", url], input: Self.statement).exitCode == 65)
        #expect(try PosternProgram.run(words + ["--app", "A.b", url], input: Self.statement).exitCode == 64)
    }
}
