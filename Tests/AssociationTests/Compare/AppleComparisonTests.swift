import Association
import DeepLinks
import JSONText
import Testing

/// Which URLs change their fate between two of Apple's files.
@Suite struct AppleComparisonTests {
    static let app = "7Q2MX9RK4T.example.shop"

    static func document(_ components: String, links: String = "", entry: String = "") throws -> AppleDocument {
        try AppleDocument(
            Array(
                #"{"applinks":{"details":[{"appIDs":["\#(app)"],"components":\#(components)\#(entry)}]\#(links)}}"#.utf8
            ))
    }

    private func urls(_ old: String, _ new: String, links: String = "", entry: String = "") throws -> [String] {
        let comparison = AssociationComparison(
            old: try Self.document(old, links: links, entry: entry),
            new: try Self.document(new, links: links, entry: entry))
        #expect(comparison.completeness == .complete, "\(old) \(new)")
        return comparison.differences.map { "\($0.old.outcome) \(String($0.url.description.dropFirst(20)))" }
    }

    @Test(arguments: [
        (#"[{"/":"/a"}]"#, #"[{"/":"/b"}]"#, ["open /a", "browser /b"]),
        (#"[{"/":"/a/*"}]"#, #"[{"/":"/a/?*"}]"#, ["open /a"]),
        (#"[{"/":"/a/*"}]"#, #"[{"/":"/a*"}]"#, ["browser /ax"]),
        (#"[{"/":"/a/b"},{"/":"/a/*","exclude":true}]"#, #"[{"/":"/a/*","exclude":true},{"/":"/a/b"}]"#, ["open /a/b"]),
        (#"[{"/":"*"}]"#, #"[{"/":"/no","exclude":true},{"/":"*"}]"#, ["open /no"]),
        (#"[{"/":"/n/????"}]"#, #"[{"/":"/n/$(digit)$(digit)$(digit)$(digit)"}]"#, ["open /n/xxxx"]),
        (#"[{"/":"/a.b"}]"#, #"[{"/":"/a?b"}]"#, ["browser /axb"]),
        (#"[{"/":"?"}]"#, #"[{"/":"*"}]"#, ["browser /"]),
        (#"[{"/":"/caf%C3%A9"}]"#, #"[{"/":"/caf%C3?A9"}]"#, []),
        (#"[{"/":"/%C3%A9"}]"#, #"[{"/":"/%C3*"}]"#, ["browser /%C3%80"]),
        (#"[{"/":"*%C3"}]"#, #"[]"#, []),
        (#"[{"/":"*/../*"}]"#, #"[]"#, []),
        (#"[{"/":"/a//b"}]"#, #"[]"#, []),
        (#"[{"/":"/a b"}]"#, #"[]"#, []),
        (#"[{"/":"/%2e/*"}]"#, #"[]"#, []),
    ])
    func `paths`(old: String, new: String, expected: [String]) throws {
        #expect(try urls(old, new) == expected)
    }

    @Test(arguments: [
        (#"[{"?":{"q":"1"}}]"#, #"[{"?":{"q":"?*"}}]"#, ["browser /?q=x"]),
        (#"[{"?":{"q":"1"}}]"#, #"[{"?":{"r":"1"}}]"#, ["open /?q=1", "browser /?r=1"]),
        (#"[{"?":{"q":"*"}}]"#, #"[{}]"#, []),
        (
            #"[{"?":{"q":"a*"}},{"?":{"q":"*b"}}]"#, #"[{"?":{"q":"a*"}},{"?":{"q":"*b"}},{"?":{"q":"?*"}}]"#,
            ["browser /?q=x"]
        ),
        (#"[{"?":"a=1"}]"#, #"[]"#, ["open /?a=1"]),
        (##"[{"#":"no*","exclude":true},{"/":"*"}]"##, #"[{"/":"*"}]"#, ["browser /#no"]),
        (##"[{"#":"?*"}]"##, #"[]"#, ["open /#x"]),
        (#"[{"?":{"q":"1","r":"2"}}]"#, #"[]"#, ["open /?q=1&r=2"]),
        (#"[{"/":"/a","?":{"q":"1"}}]"#, #"[{"/":"/b","?":{"q":"1"}}]"#, ["open /a?q=1", "browser /b?q=1"]),
    ])
    func `queries and fragments`(old: String, new: String, expected: [String]) throws {
        #expect(try urls(old, new) == expected)
    }

    @Test func `decoded text`() throws {
        let decoding = #","defaults":{"percentEncoded":false}"#
        #expect(try urls(#"[{"/":"/é"}]"#, #"[{"/":"/?"}]"#, entry: decoding) == ["browser /x"])
        #expect(
            try urls(#"[{"/":"/?"}]"#, #"[{"/":"/é","exclude":true},{"/":"/?"}]"#, entry: decoding) == ["open /%C3%A9"])
        #expect(try urls(#"[{"/":"/a/?"}]"#, #"[{"/":"/a?b"}]"#, entry: decoding) == ["open /a/x", "browser /axb"])
    }

    @Test func `case that does not count`() throws {
        let folding = #","defaults":{"caseSensitive":false}"#
        #expect(try urls(#"[{"/":"/Help"}]"#, #"[{"/":"/help"}]"#, entry: folding) == [])
        #expect(
            try AssociationComparison(
                old: Self.document(#"[{"/":"/help"}]"#), new: Self.document(#"[{"/":"/help"}]"#, entry: folding)
            ).differences.map(\.url.path) == [Array("/helP".utf8)[...]])
    }

    @Test func `apps that only one file names`() throws {
        let document = try Self.document(#"[{"/":"/a"}]"#)
        let added = AssociationComparison(old: nil, new: document)
        #expect(added.differences.map(\.url.description) == ["https://host.example/a"])
        #expect(added.differences.first?.app == .apple(Self.app))
        #expect(added.differences.first?.old.rule == nil)
        #expect(added.differences.first?.new.rule?.pointer == "/applinks/details/0/components/0")
        #expect(AssociationComparison(old: document, new: nil, apps: ["A.b"]).isEqual)
    }

    @Test(arguments: [
        #"[{"/":"/a b/*","percentEncoded":false},{"/":"/c%20d/*"}]"#,
        #"[{"/":"/q","?":"a=*"},{"/":"/r","?":{"a":"1"}}]"#,
        #"[{"/":"/$(lang)/$(v)"},{"/":"*a????????????c","exclude":true}]"#,
    ])
    func `rules that are written alike are equal, whatever they are`(components: String) throws {
        let document = try Self.document(components, links: #","substitutionVariables":{"v":["a","b*"]}"#)
        #expect(AssociationComparison(old: document, new: document).isEqual)
    }

    @Test func `the order of keys and of items is of no account`() throws {
        let old = try Self.document(#"[{"/":"/q","?":"a=*"},{"/":"/r","?":{"a":"1","b":"2"},"percentEncoded":false}]"#)
        let new = try Self.document(#"[{"?":"a=*","/":"/q"},{"percentEncoded":false,"?":{"b":"2","a":"1"},"/":"/r"}]"#)
        #expect(AssociationComparison(old: old, new: new).isEqual)
    }
}
