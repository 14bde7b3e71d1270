import Association
import JSONText
import Testing

@Suite struct AssociationReadingTests {
    private func refusal(_ bytes: [UInt8], _ kind: AssociationKind) -> Finding? {
        do throws(AssociationReadingError) {
            switch kind {
            case .aasa: _ = try AppleDocument(bytes)
            case .assetlinks: _ = try AndroidDocument(bytes)
            }
            return nil
        } catch {
            return error.finding
        }
    }

    @Test(arguments: [
        ("// replace TEAMID\n{}", 1, 1), ("{\"applinks\":{},}", 1, 16), ("{\"a\":1,\"a\":2}", 1, 8),
        ("\u{FEFF}{}", 1, 1), ("{\n  'a': 1}", 2, 3), ("<!DOCTYPE html>", 1, 1), ("", 1, 1),
    ])
    func `what is not JSON is refused with line and column`(text: String, line: Int, column: Int) throws {
        // Cases 4 and 8.
        let finding = try #require(refusal(Array(text.utf8), .aasa))
        #expect(finding.code == .invalidJSON)
        #expect([finding.position.line, finding.position.column] == [line, column])
    }

    @Test(arguments: [
        ("True", "publish the file itself"), ("Not Found", "publish the file itself"),
        ("cb({\"applinks\":{}})", "publish the object alone, without"),
        ("var x = {}", "publish the object alone: this"),
        ("{\\\"applinks\\\":{}}", "take out the backslashes"), ("{\"a\":12e}", "mend this"),
    ])
    func `what is another thing than a file is told by its first bytes`(text: String, begin: String) throws {
        #expect(try #require(refusal(Array(text.utf8), .aasa)).advice.hasPrefix(begin))
        #expect(try #require(refusal([0x1F, 0x8B, 0x08], .aasa)).advice.contains("gzip"))
        for head: [UInt8] in [[0x30, 0x82, 0x05, 0x1A, 0x06], [0x30, 0x80, 0x06]] {
            #expect(try #require(refusal(head, .aasa)).advice.contains("signed file (PKCS #7)"))
        }
    }

    @Test func `the size is judged on raw bytes, before anything else`() throws {
        // Case 28.
        for (kind, limit, open, close) in [
            (AssociationKind.aasa, 131_072, "{", "}"), (.assetlinks, 1_048_576, "[", "]"),
        ] {
            let full = Array((open + String(repeating: " ", count: limit - 2) + close).utf8)
            #expect(refusal(full, kind) == nil)
            #expect(refusal([0x20] + full, kind)?.code == .tooLarge)
            #expect(refusal([UInt8](repeating: 0x78, count: limit + 1), kind)?.code == .tooLarge)
        }
    }

    @Test func `the outermost value is an object, or an array`() {
        #expect(refusal(Array("[]".utf8), .aasa)?.code == .notAnObject)
        #expect(refusal(Array("null".utf8), .aasa)?.code == .notAnObject)
        #expect(refusal(Array("{}".utf8), .assetlinks)?.code == .notAnArray)
    }

    @Test func `a signed file is recognised`() {
        let identifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02, 0xA0, 0x80]
        #expect(refusal([0x30, 0x82, 0x10, 0x20] + identifier, .aasa)?.code == .signedFile)
        #expect(refusal([0x30, 0x80] + identifier, .aasa)?.code == .signedFile)
        #expect(refusal([0x30, 0x1D] + identifier, .aasa)?.code == .signedFile)
        #expect(refusal(Array("0".utf8), .aasa)?.code == .notAnObject)
        #expect(refusal(Array("0x".utf8), .aasa)?.code == .invalidJSON)
        #expect(refusal(Array("-----BEGIN PKCS7-----\nMII".utf8), .aasa)?.code == .signedFile)
    }

    @Test func `unknown members are kept with their places`() throws {
        let document = try AppleDocument(
            Array(#"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"x":[1]}]}]},"y":2}"#.utf8))
        #expect(document.unknown.map(\.path.pointer) == ["/y"])
        let rule = try #require(document.applinks?.entries.first?.components?.first)
        #expect(rule.unknown.map(\.value.name) == ["x"])
        #expect(rule.unknown.map(\.path.pointer) == ["/applinks/details/0/components/0/x"])
    }

    @Test func `the other services list their apps`() throws {
        let document = try AppleDocument(
            Array(
                #"{"webcredentials":{"apps":["A.b"]},"appclips":{"apps":["A.b.Clip"]},"activitycontinuation":{}}"#.utf8)
        )
        #expect(document.services.map(\.kind) == [.webcredentials, .appclips, .activitycontinuation])
        #expect(document.services.map { $0.apps.map(\.value) } == [["A.b"], ["A.b.Clip"], []])
        #expect(document.services.first?.apps.first?.path.pointer == "/webcredentials/apps/0")
    }

    @Test func `a pointer escapes slash and tilde`() {
        #expect(JSONPath([.name("a/b~c"), .index(3), .name("/")]).pointer == "/a~1b~0c/3/~1")
        #expect(JSONPath.root.pointer == "")
    }
}
