import DeepLinks
import TestSupport
import Testing

@testable import Gateway

/// Laws of the routing table.
@Suite struct RoutingTableTests {
    @Test(arguments: 0..<8 as Range<UInt64>)
    func `a table that is replaced piecewise finds what a dictionary finds`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = try TableFixture()
        var model: [DomainKey: UInt32] = [:]
        var table = RoutingTable(hasher: fixture.hasher)
        var number: UInt32 = 0
        for version in 1...40 as ClosedRange<UInt64> {
            var changes: [DomainKey: ServedDomain?] = [:]
            for _ in 0..<Int.random(in: 0...30, using: &generator) {
                let key = generator.key()
                number += 1
                let isRemoval = Int.random(in: 0..<4, using: &generator) == 0
                model[key] = isRemoval ? nil : number
                changes.updateValue(isRemoval ? nil : try fixture.domain(key, number), forKey: key)
            }
            table = table.replacing(changes)
            #expect(table.version == version)
            #expect(table.count == model.count)
            let wrong = (0..<200).map { _ in generator.key() }.first { key in
                fixture.number(key, in: table) != model[key] || table.domain(key)?.domain != model[key]
            }
            #expect(wrong == nil)
        }
        let built = RoutingTable(hasher: fixture.hasher).replacing(
            try Dictionary(uniqueKeysWithValues: model.map { ($0, try fixture.domain($0, $1)) }))
        #expect(model.keys.allSatisfy { fixture.number($0, in: built) == fixture.number($0, in: table) })
        #expect(built.count == table.count)
    }

    @Test(arguments: 0..<4 as Range<UInt64>)
    func `a host is answered by its exact name, else by the wildcard one label up`(seed: UInt64) throws {
        var generator = SeededGenerator(seed: seed)
        let fixture = try TableFixture()
        var model: [DomainKey: UInt32] = [:]
        for number in 0..<150 as Range<UInt32> { model[generator.key()] = number }
        let table = RoutingTable(hasher: fixture.hasher).replacing(
            try Dictionary(uniqueKeysWithValues: model.map { ($0, try fixture.domain($0, $1)) }))
        for _ in 0..<500 {
            let host = generator.host()
            let labels = host.split(separator: ".")
            let parent = labels.dropFirst().joined(separator: ".")
            let expected =
                model[DomainKey(host: host, scope: .exact)]
                ?? (parent.isEmpty ? nil : model[DomainKey(host: parent, scope: .below)])
            for spelling in [host, host.uppercased() + ":8443", host + "."] {
                #expect(fixture.number(host: spelling, in: table) == expected, "\(spelling)")
            }
        }
    }

    @Test func `names that all fall on one slot are still told apart`() throws {
        let fixture = try TableFixture()
        let keys = (0..<300).flatMap { index in
            [DomainKey.Scope.exact, .below].map { DomainKey(host: "n\(index).example", scope: $0) }
        }.sorted()
        let domains = try keys.enumerated().map { try fixture.domain($1, UInt32($0)) }
        let shard = TableShard(domains) { _ in 7 }
        let directory = TableDirectory([shard])
        for (ordinal, key) in keys.enumerated() {
            let name = Array(key.host.utf8)
            let found = directory.reader.find(name.span, scope: key.scope, hash: 7)
            #expect(found?.domain == UInt32(ordinal))
            #expect(found?.ordinal == ordinal)
        }
        for absent in ["n300.example", "n1.exampl", "n1.example.", ""] {
            let name = Array(absent.utf8)
            for hash in [7, 8] as [UInt64] {
                let found = directory.reader.find(name.span, scope: .exact, hash: hash)
                #expect(found == nil)
            }
        }
    }

    @Test func `many names of one shard are found, and the rest of the table is shared`() throws {
        let fixture = try TableFixture()
        var keys: [DomainKey] = []
        var index = 0
        while keys.count < 40 {
            let key = DomainKey(host: "n\(index).example", scope: .exact)
            if RoutingTable.shardIndex(fixture.hasher.hash(key)) == 5 { keys.append(key) }
            index += 1
        }
        var table = RoutingTable(hasher: fixture.hasher)
        for (number, key) in keys.enumerated() {
            table = table.replacing([key: try fixture.domain(key, UInt32(number))])
        }
        for (number, key) in keys.enumerated() {
            #expect(fixture.number(key, in: table) == UInt32(number))
            let name = Array(key.host.utf8)
            let result = table.reader.find(name.span, scope: .exact, hash: fixture.hasher.hash(key))
            let found = try #require(result)
            #expect(found.shard == 5)
            #expect(table.domain(numbered: found)?.key == key)
        }
        for key in keys.dropLast() { table = table.replacing([key: nil]) }
        #expect(table.count == 1)
        #expect(fixture.number(keys[39], in: table) == 39)
        #expect(fixture.number(keys[38], in: table) == nil)
    }

    @Test func `a found domain reads what it was made of`() throws {
        let fixture = try TableFixture()
        let key = DomainKey(host: "go.shop.example", scope: .exact)
        let set = RouteSet(fallback: try URLTemplate("https://www.shop.example/x"))
        let program = RouteProgram(set)
        let tag = Array("\"0f\"".utf8)
        let files: [[UInt8]] = [Array("{}".utf8), []]
        let domain = ServedDomain(
            key: key, domainName: try DomainName("go.shop.example"), tenantName: try TenantName("shop").orThrow(),
            tenant: 3, domain: 4, name: TableBlock(host: key.host, routes: [11, 12, 13], rows: nil),
            program: TableBlock(words: program.words, text: program.text),
            aasa: TableBlock(head: tag, body: files[0]), assetlinks: TableBlock(head: [], body: files[1]),
            isAssociationOnly: true, source: .made(fixture.details))
        let table = RoutingTable(hasher: fixture.hasher).replacing([key: domain])
        let name = Array(key.host.utf8)
        let result = table.reader.find(name.span, scope: .exact, hash: fixture.hasher.hash(key))
        let found = try #require(result)
        #expect(found.tenant == 3 && found.domain == 4 && found.isAssociationOnly)
        #expect([nil, -1, 0, 1, 2, 3].map { found.routeNumber($0) } == [0, 0, 11, 12, 13, 0])
        #expect(found.words.indices.map { found.words[$0] } == program.words)
        #expect([UInt8](copying: found.text) == program.text)
        let aasa = try #require(found.document(.aasa))
        #expect([UInt8](copying: aasa.entityTag) == tag && [UInt8](copying: aasa.body) == files[0])
        let assetlinks = try #require(found.document(.assetlinks))
        #expect([UInt8](copying: assetlinks.entityTag) == [] && [UInt8](copying: assetlinks.body) == [])
    }
}
