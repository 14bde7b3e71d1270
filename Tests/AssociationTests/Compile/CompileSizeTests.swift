import Association
import DeepLinks
import Testing

@Suite struct CompileSizeTests {
    private func file(_ tenant: Tenant) throws -> [UInt8] {
        try #require(try AssociationDocument.compile(RouteSet(tenant), kind: .aasa))
    }

    @Test(arguments: [(50, 6), (500, 24)])
    func `a table of many routes stays small`(count: Int, kibibytes: Int) throws {
        let tenant = try ShopTable.tenant(routes: count)
        #expect(tenant.routes.count == count)
        let bytes = try file(tenant)
        #expect(bytes.count < kibibytes * 1024)
        let document = try AppleDocument(bytes)
        #expect(document.findings.filter { $0.severity != .note }.isEmpty)
        // The apps for customers share their rules; couriers have others.
        #expect(document.applinks?.entries.map { $0.listedAppIDs?.count } == [2, 1])
    }

    @Test func `one capture is a guard and a rule`() throws {
        let tenant = try Sample.tenant(apps: [Sample.ios()], routes: [Sample.route("product", "/products/{id}")])
        #expect(
            String(decoding: try file(tenant), as: UTF8.self)
                == #"{"applinks":{"details":[{"appIDs":["7Q2MX9RK4T.example.shop"],"components":["#
                + #"{"/":"/?*/?*/?*","exclude":true},{"/":"/products/?*"}]}]}}"#)
    }

    @Test func `the same table gives the same bytes`() throws {
        for kind in AssociationKind.allCases {
            let set = try RouteSet(ShopTable.tenant(routes: 200))
            #expect(
                try AssociationDocument.compile(set, kind: kind) == AssociationDocument.compile(set, kind: kind))
        }
    }
}
