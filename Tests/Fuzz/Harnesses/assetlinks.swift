import Association
import DeepLinks
import JSONText

/// Fuzzes the decoder of statements, what collects them, and Android's matcher.
///
/// Where the last line begins with a slash,
/// it is what follows the host of a URL; the rest is a document.
///
/// Laws: a statement that counts has a relation and a target, and can be asked for; a file that includes itself ends; no
/// rule opens what it does not match, and earlier systems ask no rule.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    var bytes = Array(input(start, count))
    var tail = "/"
    if let end = bytes.lastIndex(of: UInt8(ascii: "\n")), bytes[(end + 1)...].first == UInt8(ascii: "/") {
        tail = String(decoding: bytes[(end + 1)...], as: UTF8.self)
        bytes.removeSubrange(end...)
    }
    if let node = try? JSONReader.read(bytes, grammar: .rfc8259) {
        for operation in AssetQuery.Operation.allCases { _ = try? AssetQuery(node, operation: operation) }
    }
    guard let document = try? AndroidDocument(bytes) else { return 0 }
    expect(document.statements.count + document.includes.count <= document.itemCount, "more than there is")
    guard let site = try? AssetSite("https://go.shop.example") else { preconditionFailure("the site is one") }
    let links = AssetLinks(of: .web(site), by: Mirror(bytes: bytes))
    expect(links.statements.count >= document.statements.count, "statements are lost")
    for statement in links.list() {
        expect(links.links(statement.relation, to: statement.target), "\(statement) is not found")
    }
    if let url = try? LinkURL("https://go.shop.example\(tail)") { check(document, url) }
    return 0
}

private func check(_ document: AndroidDocument, _ url: LinkURL) {
    let matcher = AndroidMatcher(document)
    for statement in document.statements {
        expect(!statement.relations.isEmpty, "a statement that says nothing")
        for case .app(let name, let text) in statement.targets {
            guard let package = PackageName(name), let fingerprint = CertificateFingerprint(text) else { continue }
            let decision = matcher.decision(url, package: package, fingerprint: fingerprint)
            switch decision.reason {
            case .rule: expect(decision.rule?.value == decision.outcome, "another rule decides")
            case .manifest, .discardedRules: expect(decision.outcome == .open, "the manifest is not asked")
            case .noRule, .noStatement, .otherFingerprint, .port:
                expect(decision.outcome == .browser, "opens by nothing")
            }
            let isAsked = decision.reason != .noStatement && decision.reason != .otherFingerprint
            if isAsked, url.port == nil { expect(decision.earlierSystems == .open, "earlier systems ask rules") }
        }
    }
}

/// A web on which every address has the same file.
private struct Mirror: AssetFetcher {
    let bytes: [UInt8]

    func fetch(_ url: String) -> AssetFetch { .found(contentType: "application/json", bytes: bytes) }
    func statements(ofApp package: String, fingerprint: String) -> [UInt8]? { nil }
}
