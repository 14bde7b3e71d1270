import Association
import DeepLinks
import Testing

/// Files of the tenant's own that name other apps than the tenant has.
@Suite struct UploadFindingTests {
    private func findings(
        _ text: String, kind: AssociationKind, apps: [App]
    ) throws -> [String] {
        var tenant = try Sample.tenant(apps: apps, routes: [Sample.route("a", "/a")])
        tenant.domains[0].uploads[kind] = Array(text.utf8)
        let found = tenant.uploadFindings(for: tenant.domains[0], kind: kind)
        #expect(found.allSatisfy { $0.url == "https://go.shop.example/" && $0.route == nil })
        var earlier = tenant
        earlier.domains[0].uploads[kind] = nil
        #expect(tenant.newCompileFindings(since: earlier) == found)
        #expect(tenant.newCompileFindings(since: tenant).isEmpty)
        return found.map { "\($0.code.rawValue): \($0.message)" }
    }

    private static func aasa(_ ids: String...) -> String {
        #"{"applinks":{"details":[{"appIDs":\#(ids),"components":[{"/":"/a"}]}]}}"#
    }

    @Test func `an app ID that no app has is told, with the one that was meant`() throws {
        // Case 13.
        let apps = try [Sample.ios("one"), Sample.ios("two")]
        let found = { try findings(Self.aasa($0), kind: .aasa, apps: apps) }
        #expect(
            try found("7Q2MX9RK4T.example.oNe") == [
                "upload-unknown-app: the uploaded aasa names 7Q2MX9RK4T.example.oNe, which is no app of shop;"
                    + " did you mean 7Q2MX9RK4T.example.one?",
                "upload-missing-app: the uploaded aasa does not name 7Q2MX9RK4T.example.two,"
                    + " which no link of the domain opens then",
            ])
        #expect(
            try findings(
                Self.aasa("7Q2MX9RK4T.example.two", "7Q2MX9RK4T.example.one"), kind: .aasa, apps: apps
            ).isEmpty)
        #expect(
            try found("AAAAAAAAAA.org.far.away.thing").map { $0.prefix(18) } == [
                "upload-unknown-app", "upload-missing-app", "upload-missing-app",
            ])
        #expect(try findings("{", kind: .aasa, apps: apps).isEmpty)
    }

    @Test func `a package and a fingerprint that no app has are told`() throws {
        let apps = [try Sample.android]
        let other = Statement.fingerprint
        let found = { try findings($0, kind: .assetlinks, apps: apps) }
        #expect(try found(Statement.text(package: "example.shop", fingerprints: Sample.fingerprints)).isEmpty)
        #expect(
            try found(Statement.text(package: "example.Shop", fingerprints: Sample.fingerprints)) == [
                "upload-unknown-app: the uploaded assetlinks names example.Shop, which is no app of shop;"
                    + " did you mean example.shop?"
            ])
        #expect(
            try found(Statement.text(package: "example.shop", fingerprints: [Sample.fingerprints[0], other])) == [
                "upload-unknown-app: the uploaded assetlinks gives example.shop a fingerprint that is not registered"
                    + " for it: \(other)",
                "upload-missing-app: the uploaded assetlinks does not give example.shop its registered fingerprint"
                    + " \(Sample.fingerprints[1])",
            ])
        // What it includes may name the app.
        #expect(try found(#"[{"include":"https://a.example/x.json"}]"#).isEmpty)
    }
}
