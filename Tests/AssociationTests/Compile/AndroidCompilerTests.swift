import Association
import DeepLinks
import JSONText
import Testing

@Suite struct AndroidCompilerTests {
    private func file(_ tenant: Tenant) throws -> String? {
        let domain = try #require(tenant.domains.first)
        return try AssociationDocument.compile(tenant.routeSet(for: domain), kind: .assetlinks)
            .map { String(decoding: $0, as: UTF8.self) }
    }

    @Test func `a tenant without an Android app has no file`() throws {
        // Case 35: the gateway answers 404 then.
        let tenant = try Sample.tenant(apps: [Sample.ios()], routes: [Sample.route("a", "/a")])
        #expect(try file(tenant) == nil)
    }

    @Test func `an app is one statement with all its fingerprints`() throws {
        // Cases 33 and 34: an array of statements, fingerprints inside the target, written and never pasted.
        let tenant = try Sample.tenant(apps: [Sample.ios(), Sample.android], routes: [Sample.route("a", "/a")])
        let text = try #require(try file(tenant))
        #expect(
            text == #"[{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app","#
                + #""package_name":"example.shop","sha256_cert_fingerprints":["#
                + #""\#(Sample.fingerprints[0])","\#(Sample.fingerprints[1])"]}}]"#
        )
        _ = try JSONReader.read(Array(text.utf8), grammar: .rfc8259)
    }

    @Test func `an app that no route opens is not listed`() throws {
        let tenant = try Sample.tenant(apps: [Sample.android], routes: [Sample.route("a", "/a", opens: .none)])
        #expect(try file(tenant) == "[]")
    }
}
