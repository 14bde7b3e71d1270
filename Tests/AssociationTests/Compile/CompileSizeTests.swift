import Association
import DeepLinks
import Testing

@Suite struct CompileSizeTests {
    /// A shop's routes: for each of `count` sections a page, an item, a number, a rest or a limited form.
    private func tenant(_ count: Int) throws -> Tenant {
        let names = ["shop", "news", "blog", "help", "team", "jobs", "cart", "user", "item", "sale"]
        var routes = try (0..<count).map { index in
            let section = "\(names[index % names.count])-\(index / names.count)"
            let pattern =
                switch index % 10 {
                case 0, 5: "/\(section)"
                case 1, 6: "/\(section)/{id}"
                case 2: "/\(section)/{id:int4}"
                case 3: "/\(section)/{rest*}"
                case 4: "/\(section)/{id}/reviews"
                case 7: "/\(section)/{kind:new|used|sale}/{id}"
                case 8: "/\(section)?topic={topic}"
                default: "/\(section)/archive/{year:int4}"
                }
            return try Sample.route("r\(index)", pattern, opens: index % 17 == 13 ? .none : .all)
        }
        routes.insert(try Sample.route("new", "/new-0/1", opens: .none), at: 0)
        return try Sample.tenant(apps: [Sample.ios()], routes: Array(routes.prefix(count)))
    }

    @Test(arguments: [(50, 6), (500, 24)])
    func `a table of many routes stays small`(count: Int, kibibytes: Int) throws {
        let bytes = try AssociationDocument.compile(RouteSet(tenant(count)), kind: .aasa)
        #expect(try #require(bytes).count < kibibytes * 1024)
    }

    @Test func `the same table gives the same bytes`() throws {
        for kind in AssociationKind.allCases {
            let set = try RouteSet(tenant(200))
            #expect(
                try AssociationDocument.compile(set, kind: kind) == AssociationDocument.compile(set, kind: kind))
        }
    }
}
