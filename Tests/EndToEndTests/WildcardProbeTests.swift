import Platform
import TestSupport
import Testing

/// `postern probe` and `postern doctor` ask a wildcard's parent, and a host below it only where an app lists it.
@Suite struct WildcardProbeTests {
    private final class World: Sendable {
        let database: TestDatabase
        let names: TestNameServer
        private let origin: ScriptedServer
        private let front: TLSFront
        private let options: [String]

        init() throws {
            database = try DatabaseServingTests.database()
            try DatabaseServingTests.run(["tenant", "add", "acme", "--web", "https://www.acme.example/"], database)
            for name in ["*.acme.example", "go.acme.example"] {
                try DatabaseServingTests.run(["domain", "add", name, "--tenant", "acme", "--attested"], database)
            }
            try DatabaseServingTests.run(
                ["app", "add", "--tenant", "acme", "--ios", "8K4QZN7WXT.example.acme"], database)
            origin = try ScriptedServer { _ in .answer(status: 404) }
            let authority = try CertificateAuthority.shared()
            front = try TLSFront([
                .init(
                    try authority.makeCertificate(names: ["acme.example", "*.acme.example", "apple.test.example"]),
                    to: origin.address)
            ])
            let records = [TestRecord.a("127.0.0.1")]
            names = try TestNameServer(zone: [
                "acme.example": records, "go.acme.example": records, "www.acme.example": records,
                "apple.test.example": records,
            ])
            let base = "https://apple.test.example:\(front.address.port)/a/v1"
            options = [
                "--dns-server", "\(names.address)", "--ca", authority.bundle, "--allow-address", "127.0.0.1/32",
                "--apple-cdn", base, "--google-dal", base, "--origin-port", "\(front.address.port)",
            ]
        }

        func probe() throws -> Int32 {
            try PosternProgram.run(["probe", "--once"] + options, database: database.connectionURL).exitCode
        }

        func doctor(_ host: String) throws -> PosternProgram.Outcome {
            try PosternProgram.run(["doctor", host] + options)
        }

        func drift(_ host: String) throws -> String {
            try PosternProgram.run(["drift", host, "--all"], database: database.connectionURL).output
        }

        /// The hosts of the tenant that were asked at their servers and at Apple's network.
        var asked: (origins: Set<String>, copies: Set<String>) {
            let own = origin.requests.compactMap { $0.field("host")?.split(separator: ":").first.map(String.init) }
            let copies = origin.requests.map(\.path).filter { $0.hasPrefix("/a/v1/") && $0.hasSuffix(".example") }
            return (
                Set(own).subtracting(["apple.test.example"]), Set(copies.map { String($0.dropFirst("/a/v1/".count)) })
            )
        }
    }

    @Test func `the parent is asked for the wildcard, a host below it for the apps that list it, and drift says so`()
        throws
    {
        let world = try World()
        #expect(try world.probe() == 1)
        #expect(world.asked.origins == ["acme.example", "go.acme.example"])
        #expect(world.asked.copies == ["acme.example", "go.acme.example"])
        #expect(!world.names.queries.contains { $0.name.hasPrefix("www.") })
        let wildcard = try world.drift("*.acme.example")
        #expect(
            wildcard.contains("  covers    applinks:*.acme.example, read at acme.example and at no host below it\n"),
            "\(wildcard)")
        let exact = try world.drift("go.acme.example")
        #expect(
            exact.contains(
                "  covers    applinks:go.acme.example; for applinks:*.acme.example the file at acme.example counts\n"),
            "\(exact)")
    }

    @Test func `doctor asks a wildcard's parent alone, and says which entitlement which host covers`() throws {
        let world = try World()
        let report = try world.doctor("*.acme.example")
        #expect(world.asked.origins == ["acme.example"])
        #expect(report.exitCode == 2)
        #expect(report.output.contains("with the entitlement applinks:*.acme.example they cover every host below"))
        #expect(report.output.contains("applinks:go.acme.example, that host's own files count"))
    }
}
