import Cryptography
import DeepLinks
import FleetStore
import HTTPServer
import Platform
import TestSupport
import Testing

@testable import Gateway

/// The file in which a gateway keeps the fleet.
@Suite struct StateDirectoryTests {
    private let directory: StateDirectory

    init() throws {
        directory = try StateDirectory(try TemporaryDirectory.make("postern-state") + "/deep/state")
    }

    private func keep() throws -> KeptFixture {
        let fixture = try KeptFixture(try GatewayFixture.fleet().tenants)
        try fixture.write(to: directory)
        return fixture
    }

    @Test func `a table that is read again is the one that was written, and so are its numbers`() throws {
        #expect(try directory.read() == nil)
        let kept = try keep()
        let read = try #require(try directory.read()).fleet
        #expect(read.generation == 7 && read.numbers == kept.numbers.lists)
        #expect(read.tenants.map(\.name) == kept.state.tenants.values.sorted { $0.id < $1.id }.map(\.tenant.name))
        #expect(read.tenants.map(\.isStale) == read.tenants.indices.map { $0 == 0 })
        let domains = Dictionary(uniqueKeysWithValues: read.tenants.flatMap(\.domains).map { ($0.key, $0) })
        #expect(domains.count == kept.table.count && domains.count > 5)
        for domain in kept.table.domains {
            let other = try #require(domains[domain.key])
            #expect(other.domainName == domain.domainName && other.tenantName == domain.tenantName)
            #expect(other.tenant == domain.tenant && other.domain == domain.domain)
            #expect(other.isAssociationOnly == domain.isAssociationOnly)
            for (block, own) in [
                (other.name, domain.name), (other.program, domain.program), (other.aasa, domain.aasa),
                (other.assetlinks, domain.assetlinks),
            ] {
                #expect(block.map { [UInt8](copying: $0.bytes) } == own.map { [UInt8](copying: $0.bytes) })
            }
        }
    }

    @Test func `what only people and pages ask for is made anew when they ask`() throws {
        let kept = try keep()
        let read = try #require(try directory.read()).fleet
        for domain in read.tenants.flatMap(\.domains) {
            let details = try #require(domain.details)
            let own = try #require(kept.table.domain(domain.key)?.details)
            #expect(details.routes == own.routes && details.uploads == own.uploads && details.appHost == own.appHost)
            #expect(details.page.page == own.page.page)
            #expect(domain.details === details, "it is made once")
        }
    }

    @Test func `domains that share a block share it again`() throws {
        _ = try keep()
        let read = try #require(try directory.read()).fleet
        let shop = try #require(read.tenants.first { $0.name.text == "shop" })
        let aasa = shop.domains.compactMap(\.aasa)
        #expect(aasa.count > 1 && aasa.allSatisfy { $0 === aasa[0] })
    }

    @Test func `a file is confirmed, and the same fleet is the same file`() throws {
        let kept = try keep()
        let first = try #require(try directory.read()).current
        let bytes = try File.readRegular(directory.file)
        directory.confirm()
        #expect(try #require(try directory.read()).current >= first)
        try kept.write(to: directory)
        #expect(try File.readRegular(directory.file) == bytes)
    }

    @Test func `a file that is no state, newer or damaged is refused by its name, whole`() throws {
        _ = try keep()
        let good = try File.readRegular(directory.file)
        var flipped = good
        flipped[good.count - 2] ^= 1
        for (bytes, message) in [
            (Array("hello".utf8), "it is no state that a gateway keeps"), (Array(good.dropLast()), "it is damaged"),
            (flipped, "it is damaged"), ([], "it is no state that a gateway keeps"), (StateImage.head, "it is damaged"),
            (Array("postern-state 1 x\n".utf8), "it has format 1, this program reads format 2"),
        ] {
            try File.replace(directory.file, with: bytes)
            let error = #expect(throws: GatewayError.self) { try directory.read() }
            #expect(error?.description.contains(directory.file) == true)
            #expect(error?.description.contains(message) == true, "\(error?.description ?? "")")
        }
    }

    @Test func `a file of which any byte is missing or another is refused`() throws {
        _ = try keep()
        let good = try File.readRegular(directory.file)
        var generator = SeededGenerator(seed: 7)
        for _ in 0..<300 {
            var other = good
            let index = Int.random(in: 0..<good.count, using: &generator)
            if Bool.random(using: &generator) {
                other[index] ^= UInt8.random(in: 1...255, using: &generator)
            } else {
                other.remove(at: index)
            }
            try File.replace(directory.file, with: other)
            #expect(throws: GatewayError.self, "byte \(index)") { try directory.read() }
        }
    }

    @Test func `an index that says what is not there is refused, though its checksum fits`() throws {
        _ = try keep()
        let good = try File.readRegular(directory.file)
        let end = good.count - SHA256Digest.byteCount
        var generator = SeededGenerator(seed: 8)
        var refused = 0
        for _ in 0..<300 {
            var other = Array(good[..<end])
            // The index stands in the last bytes.
            let index = Int.random(in: (end - 400)..<end, using: &generator)
            other[index] = UInt8.random(in: 0...255, using: &generator)
            try File.replace(directory.file, with: other + (try SHA256.digest(of: other).bytes))
            do {
                for domain in try directory.read()?.fleet.tenants.flatMap(\.domains) ?? [] { _ = domain.details }
            } catch {
                refused += 1
            }
        }
        #expect(refused > 100)
    }
}
