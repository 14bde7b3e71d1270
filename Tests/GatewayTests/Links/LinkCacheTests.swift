import TestSupport
import Testing

@testable import Gateway

@Suite struct LinkCacheTests {
    /// A cache beside what was put into it; the hash is weak, so that entries collide.
    private struct Model: ~Copyable {
        var cache: LinkCache
        var all: [Key: (facts: LinkFacts, destination: String)] = [:]

        init(limit: Int) { cache = LinkCache(limit: limit) }

        struct Key: Hashable {
            var place: LinkPlace
            var slug: String
            var hash: UInt64 { UInt64(slug.utf8.reduce(0) { $0 &+ Int($1) } % 61) }
        }

        mutating func insert(_ key: Key, number: UInt32, destination: String) {
            let (slug, text) = (Array(key.slug.utf8), Array(destination.utf8))
            let facts = LinkFacts(number: number)
            cache.insert(
                key.place, slug.span, hash: key.hash, facts, destination: text.span, extras: slug.span)
            all[key] = (facts, destination)
        }

        /// What the cache has of a key.
        mutating func found(_ key: Key) -> (facts: LinkFacts, destination: String)? {
            let slug = Array(key.slug.utf8)
            guard let link = cache.find(key.place, slug.span, hash: key.hash) else { return nil }
            let text = [UInt8](copying: cache.destination(of: link))
            #expect([UInt8](copying: cache.extras(of: link)) == slug)
            return (link.facts, String(decoding: text, as: UTF8.self))
        }

        mutating func remove(_ key: Key) {
            cache.remove(key.place, Array(key.slug.utf8).span, hash: key.hash)
            all[key] = nil
        }

        mutating func removeAll(of domain: UInt32) {
            cache.removeAll(of: domain)
            all = all.filter { $0.key.place.domain != domain }
        }
    }

    @Test(arguments: [64 << 10, 200_000, 1 << 20])
    func `under random keys it takes no more than its bytes, and gives what was put in or nothing`(limit: Int) {
        var generator = SeededGenerator(seed: UInt64(limit))
        var model = Model(limit: limit)
        var (hits, asked) = (0, 0)
        for step in 0..<20_000 {
            let place = LinkPlace(
                domain: .random(in: 1...4, using: &generator), route: .random(in: 1...2, using: &generator))
            let key = Model.Key(place: place, slug: "s\(Int.random(in: 0..<4000, using: &generator))")
            switch Int.random(in: 0..<2000, using: &generator) {
            case 0: model.removeAll(of: place.domain)
            case 1:
                model.cache.removeAll()
                model.all = [:]
            case ..<100: model.remove(key)
            case ..<1000:
                let length = Int.random(in: 0..<4, using: &generator) == 0 ? 3000 : 120
                let text = String(repeating: "\(step % 10)", count: Int.random(in: 0...length, using: &generator))
                model.insert(key, number: UInt32(step), destination: text)
            default:
                asked += model.all[key] == nil ? 0 : 1
                guard let found = model.found(key) else { continue }
                hits += 1
                #expect(found.facts == model.all[key]?.facts && found.destination == model.all[key]?.destination)
            }
            if step % 512 == 0 { #expect(model.cache.byteCount <= limit) }
        }
        #expect(model.cache.byteCount <= limit)
        #expect(hits > asked / 20)
    }

    @Test func `what is asked for stays while any number of others comes and goes`() {
        var model = Model(limit: 256 << 10)
        let place = LinkPlace(domain: 1, route: 1)
        let wanted = (0..<30).map { Model.Key(place: place, slug: "wanted\($0)") }
        for key in wanted { model.insert(key, number: 1, destination: "/\(key.slug)") }
        for round in 0..<100 {
            for key in wanted { #expect(model.found(key)?.destination == "/\(key.slug)") }
            for number in 0..<100 {
                model.insert(.init(place: place, slug: "other\(round)-\(number)"), number: 2, destination: "/other")
            }
        }
        #expect(model.cache.evictions > 1000)
    }

    @Test func `a domain's links are forgotten, those of others and newer ones stay`() {
        var model = Model(limit: 256 << 10)
        let keys = (0..<100).map { Model.Key(place: LinkPlace(domain: $0 % 4, route: 1), slug: "s\($0)") }
        for key in keys { model.insert(key, number: 1, destination: "/a") }
        model.cache.removeAll(of: 2)
        model.insert(keys[2], number: 2, destination: "/b")
        for (index, key) in keys.enumerated() {
            let number = model.found(key)?.facts.number
            #expect(number == (index == 2 ? 2 : index % 4 == 2 ? nil : 1))
        }
        #expect(model.cache.count == 76)
    }

    @Test(arguments: [0, 4096])
    func `a cache without room keeps nothing`(limit: Int) {
        var model = Model(limit: limit)
        let key = Model.Key(place: LinkPlace(domain: 1, route: 1), slug: "a")
        model.insert(key, number: 1, destination: "/a")
        #expect(model.found(key) == nil)
    }
}
