import Association
import Testing

/// Files by URL; what is not there is 404.
private struct Web: AssetFetcher {
    var files: [String: AssetFetch]

    func fetch(_ url: String) -> AssetFetch { files[url] ?? .status(404) }
    func statements(ofApp package: String, fingerprint: String) -> [UInt8]? { nil }
}

@Suite struct AssetLinksTests {
    static let root = "https://go.acme.example/.well-known/assetlinks.json"

    private func links(_ files: [String: AssetFetch], depth: Int = AssetLinks.fetchBudget) throws -> AssetLinks {
        AssetLinks(of: .web(try AssetSite("https://go.acme.example")), by: Web(files: files), depth: depth)
    }

    private func file(_ text: String, type: String? = "application/json") -> AssetFetch {
        .found(contentType: type, bytes: Array(text.utf8))
    }

    @Test func `statements of an include count like one's own`() throws {
        let include = "https://cdn.acme.example/links.json"
        let links = try links([
            Self.root: file(#"[{"include":"\#(include)"}]"#), include: file(Statement.text()),
        ])
        #expect(links.errors.isEmpty)
        #expect(links.links(.handleAllURLs, to: .app(package: "example.shop", fingerprint: Statement.fingerprint)))
    }

    @Test func `a circle of includes ends, and what was found counts`() throws {
        let links = try links([
            Self.root: file(#"[{"include":"\#(Self.root)"},\#(Statement.text().dropFirst())"#)
        ])
        #expect(links.errors.map(\.code) == [.budget])
        #expect(links.list().count == 1)
    }

    @Test func `an include that fails spoils nothing else`() throws {
        let links = try links([
            Self.root: file(#"[{"include":"https://x.example/a"},\#(Statement.text().dropFirst())"#),
            "https://x.example/a": file("{"),
        ])
        #expect(links.errors.map(\.code) == [.malformed])
        #expect(links.list().count == 1)
    }

    @Test func `an include in an include is too deep for Android`() throws {
        let files = [
            Self.root: file(#"[{"include":"https://x.example/a"}]"#),
            "https://x.example/a": file(#"[{"include":"https://x.example/b"}]"#),
            "https://x.example/b": file(Statement.text()),
        ]
        #expect(try links(files).list().count == 1)
        #expect(try links(files, depth: 1).list().isEmpty)
        #expect(try links(files, depth: 1).errors.map(\.code) == [.budget])
    }

    @Test func `failures have the codes of the API`() throws {
        #expect(try links([:]).errors.map(\.code) == [.fetch])
        #expect(try links([Self.root: .status(301)]).errors.map(\.code) == [.redirect])
        #expect(try links([Self.root: .failed("no route")]).errors.map(\.code) == [.fetch])
        #expect(try links([Self.root: .untrusted("expired")]).errors.map(\.code) == [.certificate])
        #expect(try links([Self.root: file("[]", type: "text/html")]).errors.map(\.code) == [.contentType])
        #expect(try links([Self.root: file("[]", type: "Application/JSON; charset=utf-8")]).errors.isEmpty)
        let long = AssetFetch.found(contentType: nil, bytes: [UInt8](repeating: 0x20, count: 1_048_577))
        #expect(try links([Self.root: long]).errors.map(\.code) == [.tooLarge])
        #expect(
            try links([Self.root: file(#"[{"include":"http://x.example/a"}]"#)]).errors.map(\.code) == [.insecure])
    }
}
