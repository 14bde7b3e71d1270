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

    @Test(arguments: [(200, 20), (400, 100)])
    func `more rules than any file holds are refused before they are compared`(routes: Int, values: Int) throws {
        let list = (0..<values).map { "v\($0)" }.joined(separator: "|")
        let tenant = try Sample.tenant(
            apps: [Sample.ios(), Sample.android],
            routes: (0..<routes).map { try Sample.route("r\($0)", "/q?a\($0)={x:\(list)}") })
        let set = try RouteSet(tenant)
        if values == 20 {
            let bytes = try #require(try AssociationDocument.compile(set, kind: .aasa))
            #expect(try AppleDocument(bytes).applinks?.entries.first?.components?.count == 4_000)
        } else {
            let error = AssociationError.tooManyRulesInAll(
                kind: .aasa, rules: 40_000, largest: try #require(RouteName("r0")))
            #expect(throws: error) { try AssociationDocument.compile(set, kind: .aasa) }
        }
    }

    @Test func `limited rests in every area, which take a rule for each depth, stay within what systems read`() throws {
        var tenant = try ShopTable.tenant(routes: 500)
        for index in tenant.routes.indices where tenant.routes[index].name.text.hasSuffix(".guide") {
            let area = tenant.routes[index].name.text.prefix { $0 != "." }
            tenant.routes[index].pattern = try RoutePattern("/\(area)/by-{author}/{rest*}")
        }
        #expect(try file(tenant).count < 96 * 1024)
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
