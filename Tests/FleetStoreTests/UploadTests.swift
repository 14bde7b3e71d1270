import Association
import DeepLinks
import TestSupport
import Testing

@testable import FleetStore

/// Association files that are given instead of compiled.
@Suite struct UploadTests {
    let fixture: StoreFixture
    let store: FleetStore
    let operation = Operation(actor: "ana", action: "association upload")
    let tenant: Tenant
    let domain: DomainName

    /// A file that no route compiles to, and that has no error.
    let file = Array(
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.example.shop"],"components":[{"/":"/a/*/b"}]}]}}"#.utf8)

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.store()
        tenant = try fixture.makeTenant("shop", domains: ["go.shop.example", "to.shop.example"], in: store)
        domain = try DomainName("go.shop.example")
    }

    private func upload(_ bytes: [UInt8]?, force: Bool = false, _ kind: AssociationKind = .aasa) throws {
        var operation = operation
        operation.takesBrokenFiles = force
        try store.edit(tenant: tenant.name, as: operation) { [domain] tenant in
            for index in tenant.domains.indices where tenant.domains[index].name == domain {
                tenant.domains[index].uploads[kind] = bytes
            }
        }
    }

    private func published() throws -> PublishedDocument? {
        try store.tenant(named: tenant.name).documents[domain]?.aasa
    }

    @Test func `an uploaded file is published as it is, and survives edits of routes and a newer compiler`() throws {
        let compiled = try #require(try published())
        try upload(file)
        #expect(try published()?.bytes == file)
        #expect(try published()?.number == 2)
        #expect(try store.tenant(named: tenant.name).tenant.domains.map { $0.uploads.isEmpty } == [false, true])
        let route = try sampleRoute("other")
        try store.edit(tenant: tenant.name, as: operation) { $0.routes.append(route) }
        #expect(try published()?.bytes == file)
        #expect(try published()?.number == 2)
        #expect(try store.tenant(named: tenant.name).documents[DomainName("to.shop.example")]?.aasa?.number == 2)
        let newer = DocumentCompiler(version: 99) { source, kind throws(AssociationError) in try source.file(kind) }
        try fixture.store(compiler: newer).publish([tenant.name], as: operation)
        #expect(try published()?.number == 2)

        try store.edit(tenant: tenant.name, as: operation) { _ = $0.routes.popLast() }
        try upload(nil)
        #expect(try published()?.bytes == compiled.bytes)
        #expect(try store.history(of: domain).filter { $0.kind == .aasa }.map(\.isUploaded) == [false, true, false])
    }

    @Test func `a platform without an app can have an uploaded file, and loses it with it`() throws {
        try upload(Array("[]".utf8), .assetlinks)
        #expect(try store.tenant(named: tenant.name).documents[domain]?.assetlinks?.bytes == Array("[]".utf8))
        try upload(nil, .assetlinks)
        #expect(try store.tenant(named: tenant.name).documents[domain]?.assetlinks == nil)
    }

    @Test func `a file with errors is refused, unless forced, and then the audit log says so`() throws {
        let broken = Array(#"{"applinks":{"details":[],}}"#.utf8)
        let error = #expect(throws: StoreError.self) { try upload(broken) }
        #expect(
            "\(String(describing: error))".contains(#"domains["go.shop.example"].associationFiles.aasa"#)
                && "\(String(describing: error))".contains("[invalid-json]"))
        #expect(try published()?.number == 1)
        try upload(broken, force: true)
        #expect(try published()?.bytes == broken)
        let event = try #require(try store.audit(limit: 1).first)
        #expect(
            event.after?.contains(
                #""forced": [{"host": "go.shop.example", "kind": "aasa", "errors": ["invalid-json"]}]"#) == true)
        #expect(event.after?.contains(#""uploads": {"go.shop.example": {"aasa": ""#) == true)
        #expect(event.after?.contains("associationFiles") == false, "the bytes are stored once, by their digest")

        // What was taken once is no hindrance to other edits.
        let web = try URLTemplate("https://new.shop.example/")
        try store.edit(tenant: tenant.name, as: operation) { $0.web = web }
        #expect(try published()?.bytes == broken)
    }

    @Test func `export and apply keep an uploaded file`() throws {
        try upload(file)
        let text = FleetFile(exporting: try store.fleet()).canonicalText
        let other = try StoreFixture()
        let store = try other.store()
        let document = try FleetDocument(reading: text)
        #expect(try store.plan(document.file).changes.count == 1)
        try store.apply(document.file, as: operation)
        #expect(FleetFile(exporting: try store.fleet()).canonicalText == text)
        #expect(try store.plan(document.file).changes.isEmpty)
        #expect(try store.tenant(named: tenant.name).documents[domain]?.aasa?.bytes == file)
    }

    @Test func `a plan refuses what applying would refuse`() throws {
        try upload(Array("{".utf8), force: true)
        let file = FleetFile(exporting: try store.fleet())
        #expect(try store.plan(file).changes.isEmpty)
        let empty = try StoreFixture().store()
        #expect(throws: StoreError.self) { try empty.plan(file) }
        #expect(throws: StoreError.self) { try empty.apply(file, as: operation) }
        #expect(try empty.plan(file, takesBrokenFiles: true).changes.count == 1)
        try empty.apply(file, as: Operation(actor: "ana", action: "fleet apply", takesBrokenFiles: true))
    }

    @Test func `a kind has one source: the database allows no second file, and a hand's edit makes the tenant stale`()
        throws
    {
        try upload(file)
        #expect(throws: (any Error).self) {
            try fixture.database.psql("INSERT INTO fleet.association_uploads SELECT * FROM fleet.association_uploads")
        }
        #expect(throws: (any Error).self) {
            try fixture.database.psql("UPDATE fleet.association_uploads SET sha256 = sha256('nothing')")
        }
        #expect(try !store.tenant(named: tenant.name).isStale)
        try fixture.database.psql("DELETE FROM fleet.association_uploads")
        #expect(try store.tenant(named: tenant.name).isStale)
        #expect(try published()?.bytes == file)
        try store.publish([tenant.name], as: operation)
        #expect(try published()?.bytes != file)
    }

    @Test func `a name that is given up and taken again is compiled`() throws {
        try upload(file)
        try store.edit(tenant: tenant.name, as: operation) { _ = $0.domains.removeFirst() }
        let again = Domain(name: domain, state: .live, isAttested: true)
        try store.edit(tenant: tenant.name, as: operation) { $0.domains.append(again) }
        #expect(try published()?.bytes != file)
        #expect(try store.tenant(named: tenant.name).tenant.domains.allSatisfy { $0.uploads.isEmpty })
    }
}
