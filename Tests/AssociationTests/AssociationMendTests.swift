import Association
import JSONText
import Testing

/// Files as people found them on their servers, and what to write instead.
@Suite struct AssociationMendTests {
    /// The mended file without its white space.
    private func mended(_ text: String, _ kind: AssociationKind = .aasa) throws -> String? {
        guard let text = AssociationMend.text(Array(text.utf8), kind: kind) else { return nil }
        #expect(text.hasSuffix("\n"))
        var writer = JSONWriter(layout: .compact)
        writer.write(try JSONReader.read(Array(text.utf8), grammar: .rfc8259).value)
        return String(decoding: writer.bytes, as: UTF8.self)
    }

    private static func entry(_ text: String) -> String { #"{"applinks":{"details":[{\#(text)}]}}"# }

    @Test(arguments: [
        // Cases 10 and 11: the dictionary of 2015, with `apps` filled.
        (
            #"{"applinks":{"apps":["9JA8XQ2M4T.com.x"],"details":{"9JA8XQ2M4T.com.x":{"paths":["/a/*","NOT /b"]}}}}"#,
            #"{"applinks":{"apps":[],"details":[{"appIDs":["9JA8XQ2M4T.com.x"],"components":[{"/":"/a/*"},"#
                + #"{"/":"/b","exclude":true}]}]}}"#
        ),
        // Case 8: comments and commas at the end; case 13: a text where an array is due.
        (
            "{\n// mine\n\"applinks\":{\"details\":[{\"appIDs\":\"9JA8XQ2M4T.com.x\",},]}}",
            entry(#""appIDs":["9JA8XQ2M4T.com.x"]"#)
        ),
        (entry(#""appID":["A.b"]"#), entry(#""appIDs":["A.b"]"#)),
        (entry(#""component":[{"/":"/a"}]"#), entry(#""components":[{"/":"/a"}]"#)),
        (
            entry(#""components":[{"/":"/a","excluded":"true","?":{"page":1}}]"#),
            entry(#""components":[{"/":"/a","exclude":true,"?":{"page":"1"}}]"#)
        ),
        (entry(#""components":[{"path":"/a"}]"#), entry(#""components":[{"/":"/a"}]"#)),
        (entry(#""components":["/a","NOT /b/*"]"#), entry(#""components":[{"/":"/a"},{"/":"/b/*","exclude":true}]"#)),
        (
            #"[{"applinks":{"details":{"appID":"A.b","paths":["/a"]}}}]"#,
            #"{"applinks":{"details":[{"appID":"A.b","paths":["/a"]}]}}"#
        ),
        (
            #"{"applinks":{"details":{"A.b":["/a","NOT /b"],"A.c":"/c"}}}"#,
            #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[{"/":"/a"},{"/":"/b","exclude":true}]},"#
                + #"{"appIDs":["A.c"],"components":[{"/":"/c"}]}]}}"#
        ),
        (entry(#""appIDs":{"A.b":true}"#), entry(#""appIDs":["A.b"]"#)),
        (
            entry(#""appID":"A.b","paths":"/a, NOT /b""#), entry(#""appID":"A.b","paths":["/a","NOT /b"]"#)
        ),
        (entry(#""components":{"/":"/a"}"#), entry(#""components":[{"/":"/a"}]"#)),
        (
            #"{"applinks":[{"appID":"A.b"}],"webcredentials":["A.b"]}"#,
            #"{"applinks":{"details":[{"appID":"A.b"}]},"webcredentials":{"apps":["A.b"]}}"#
        ),
        ("{\u{201C}appLinks\u{201D}:{}}", #"{"applinks":{}}"#),
        (#"{"appLinks":{}}"#, #"{"applinks":{}}"#), ("\u{FEFF}{\"applinks\":{}}", #"{"applinks":{}}"#),
    ])
    func `a file for Apple is written in the shape that is read`(text: String, expected: String) throws {
        #expect(try mended(text) == expected)
    }

    @Test(arguments: [
        // All levels at once, and no member lost.
        (
            #"{"appLinks":{"Apps":[],"Details":[{"appid":"A.b","Paths":["/a"]}]}}"#,
            #"{"applinks":{"apps":[],"details":[{"appID":"A.b","paths":["/a"]}]}}"#
        ),
        (
            #"{"appLinks":{"Details":{"appIds":"A.b","Components":"/a"}}}"#,
            entry(#""appIDs":["A.b"],"components":[{"/":"/a"}]"#)
        ),
        (
            #"{"details":[{"appIDs":["A.b"],"components":[]}],"webcredentials":{"apps":[]}}"#,
            #"{"applinks":{"details":[{"appIDs":["A.b"],"components":[]}]},"webcredentials":{"apps":[]}}"#
        ),
        (
            #"{"applinks":{"apps":[]},"details":[{"appIDs":["A.b"]}]}"#,
            #"{"applinks":{"apps":[],"details":[{"appIDs":["A.b"]}]}}"#
        ),
        (
            #"{"applinks":{"apps":[{"appID":"A.b","paths":["*"]}]}}"#,
            #"{"applinks":{"apps":[],"details":[{"appID":"A.b","paths":["*"]}]}}"#
        ),
        (
            #"{"applinks":{"apps":["A.b","A.c"],"details":[{"appID":["A.b"]}]}}"#,
            #"{"applinks":{"apps":["A.c"],"details":[{"appIDs":["A.b"]}]}}"#
        ),
        (
            entry(#""appIDs":["A.b"],"substitutionVariables":{"a":["b"]}"#),
            #"{"applinks":{"details":[{"appIDs":["A.b"]}],"substitutionVariables":{"a":["b"]}}}"#
        ),
        (
            #"{"defaults":{},"applinks":{"details":[{"appID":"A.b"}]},"substitutionVariables":{"a":["b"]}}"#,
            #"{"applinks":{"details":[{"appID":"A.b"}],"defaults":{},"substitutionVariables":{"a":["b"]}}}"#
        ),
    ])
    func `a slip does not hide the next one, and what is moved is kept`(text: String, expected: String) throws {
        #expect(try mended(text) == expected)
        #expect(try mended(expected) == nil)
    }

    @Test(arguments: [
        (
            #"[{"relation":["r"],"namespace":"android_app","package_name":"a.b"}]"#,
            #"[{"relation":["r"],"target":{"namespace":"android_app","package_name":"a.b"}}]"#
        ),
        // What the target says otherwise, and what has no target to go to, stays.
        (
            #"[{"relation":"r","target":{"package_name":"a.b"},"package_name":"a.c"}]"#,
            #"[{"relation":["r"],"target":{"package_name":"a.b"},"package_name":"a.c"}]"#
        ),
        (
            #"[{"relation":"r","target":"a.b","package_name":"a.b"}]"#,
            #"[{"relation":["r"],"target":"a.b","package_name":"a.b"}]"#
        ),
        (#"{"Relation":"r","Target":{}}"#, #"[{"relation":["r"],"target":{}}]"#),
    ])
    func `nothing of a statement is lost`(text: String, expected: String) throws {
        #expect(try mended(text, .assetlinks) == expected)
        #expect(try mended(expected, .assetlinks) == nil)
    }

    @Test(arguments: [
        #""relation_extensions":{"delegate_permission/common.handle_all_urls":{"dynamic_app_links_components":[{"path":"/a"}]}}"#,
        #""relation_extensions":{"handle_all_urls":[{"/":"/a"}]}"#,
        #""relation_extensions":{"dynamic_app_link_components":["/a"]}"#,
        #""dynamic_app_link_components":[{"/":"/a"}]"#,
    ])
    func `dynamic rules are put where they are read`(extensions: String) throws {
        #expect(
            try mended(#"[{"relation":["r"],"target":{},\#(extensions)}]"#, .assetlinks)
                == #"[{"relation":["r"],"target":{},"relation_extensions":{"delegate_permission/common.handle_all_urls":"#
                + #"{"dynamic_app_link_components":[{"/":"/a"}]}}}]"#)
    }

    private static let print = Array(repeating: "Af", count: 32).joined(separator: ":")

    @Test(arguments: [
        // Cases 33 and 34: a statement without its array, fingerprints as a text or beside the target.
        #"{"relation":["r"],"target":{"namespace":"android_app","package_name":"a.b","sha256_cert_fingerprints":["#
            + #""\#(print)"]}}"#,
        #"[{"relation":"r","target":{"namespace":"android_app","package_name":"a.b","sha256_cert_fingerprints":"#
            + #""\#(print)"}}]"#,
        #"[{"relation":["r"],"target":{"namespace":"android_app","package_name":"a.b"},"sha256_cert_fingerprints":["#
            + #""\#(print)"]}]"#,
    ])
    func `a file for Android is written in the shape that is read`(text: String) throws {
        #expect(
            try mended(text, .assetlinks)
                == #"[{"relation":["r"],"target":{"namespace":"android_app","package_name":"a.b","#
                + #""sha256_cert_fingerprints":["\#(Self.print.uppercased())"]}}]"#)
    }

    @Test func `what is well, is no JSON at all, or takes a guess is not mended`() throws {
        #expect(try mended(Self.entry(#""appIDs":["A.b"],"components":[{"/":"/a"}]"#)) == nil)
        #expect(try mended("<!doctype html>") == nil)
        #expect(try mended("{}", .assetlinks) == nil)
        #expect(try mended(Self.entry(#""appIDs":["A.b"],"components":[],"component":[]"#)) == nil)
    }
}
