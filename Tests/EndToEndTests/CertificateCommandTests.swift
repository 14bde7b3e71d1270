import Foundation
import Platform
import TestSupport
import Testing

/// `postern certificate`: certificates and challenges by command, and what gateways make of them.
@Suite struct CertificateCommandTests {
    private static let host = "go.acme.example"
    private static let token = "planted-token-6Jk2"
    private static let answer = token + ".planted-thumbprint-9Qx"
    private static let secret = "planted-sealing-secret-" + String(repeating: "0123456789", count: 2)
    private static let report = ["-o", "/dev/null", "-w", "%{http_code} %{redirect_url}"]

    let authority: CertificateAuthority
    let folder: TemporaryFolder
    let database: TestDatabase

    init() throws {
        authority = try CertificateAuthority.shared()
        folder = try TemporaryFolder()
        database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        try write(Self.secret, "sealing")
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func write(_ text: String, _ name: String) throws {
        try File.replace(path(name), with: Array(text.utf8), mode: 0o600)
    }

    private func start(_ options: [String] = [], at address: String? = nil) throws -> GatewayProcess {
        try GatewayProcess(
            ["--tls-listen=127.0.0.1:0", "--certificate-key=\(path("sealing"))", "--access-log"] + options,
            database: address ?? database.connectionURL)
    }

    private func run(_ words: [String]) throws -> PosternProgram.Outcome {
        try PosternProgram.run(["certificate"] + words, database: database.connectionURL)
    }

    /// Adds a certificate, and waits until it is presented.
    private func add(_ certificate: TestCertificate) throws -> PosternProgram.Outcome {
        try run(
            ["add", certificate.file, certificate.keyFile, "--certificate-key", path("sealing"), "--wait"])
    }

    private func curl(_ gateway: GatewayProcess, _ target: String, _ options: [String] = report) throws
        -> Program.Outcome
    {
        try Program.run(
            "/usr/bin/env",
            [
                "curl", "-sS", "--max-time", "120", "--cacert", authority.bundle, "--connect-to",
                "\(Self.host):443:\(gateway.address("https"))",
            ] + options + ["https://\(Self.host)\(target)"])
    }

    @Test func `a gateway that starts without its database presents the certificates that were kept`() throws {
        let options = ["--state-dir=\(path("state"))"]
        let first = try start(options)
        #expect(try add(authority.makeCertificate(names: [Self.host])).exitCode == 0)
        #expect(first.stop() == 0)
        let away = try ClosedPort()
        let second = try start(options, at: "postgresql://\(away.address)/away")
        #expect(try curl(second, "/products/7").output == "302 https://www.acme.example/p/7")
        #expect(try second.messages.contains("certificates presented as they were kept on disk"))
        #expect(second.stop() == 0)
    }

    @Test func `a certificate is stored, presented, listed and removed, and nothing secret is ever said`() throws {
        let gateway = try start()
        #expect(try curl(gateway, "/products/7").status == 35)
        let due = try run(["due"])
        #expect(due.exitCode == 1 && due.output == "\(Self.host)\n")
        let made = try authority.makeCertificate(names: [Self.host])
        var outcomes = [try add(made)]
        #expect(outcomes[0].exitCode == 0, "\(outcomes[0].messages)")
        #expect(try curl(gateway, "/products/7").output == "302 https://www.acme.example/p/7")
        #expect(try run(["due"]).exitCode == 0)

        let added = try run(["challenge", "add", Self.host, Self.token, Self.answer, "--wait"])
        #expect(added.exitCode == 0, "\(added.messages)")
        let target = "/.well-known/acme-challenge/" + Self.token
        #expect(try gateway.get(target, host: Self.host).text == Self.answer)
        #expect(try curl(gateway, target, []).output == Self.answer)
        #expect(try run(["challenge", "remove", Self.host, Self.token, "--wait"]).exitCode == 0)
        #expect(try gateway.get(target, host: Self.host).status == 404)
        outcomes += [
            added, try run(["challenge", "add", Self.host, Self.token, "other." + Self.token]),
            try run(["challenge", "add", Self.host, Self.token + "/", Self.answer]),
        ]
        #expect(outcomes.suffix(2).map(\.exitCode) == [65, 65])

        let list = try run(["list"])
        let words = list.output.split(whereSeparator: \.isWhitespace).map(String.init)
        let fingerprint = try #require(words.first { $0.count == 64 })
        outcomes += [
            list, try run(["list", "--json"]), try run(["show", String(fingerprint.prefix(8)), "--json"]),
            try PosternProgram.run(["audit", "--json"], database: database.connectionURL),
            try run(["remove", fingerprint, "--wait"]),
        ]
        #expect(outcomes.suffix(5).map(\.exitCode) == [0, 0, 0, 0, 0])
        #expect(try curl(gateway, "/products/7").status == 35)
        #expect(gateway.stop() == 0)

        let key = try String(contentsOfFile: made.keyFile, encoding: .utf8)
        let secrets =
            ["planted-sealing", "planted-thumbprint"]
            + key.split(separator: "\n").filter { !$0.hasPrefix("-----") }.map(String.init)
        var said = try outcomes.map { $0.output + $0.messages } + [gateway.output, gateway.messages]
        for text in said { for secret in secrets { #expect(!text.contains(secret)) } }
        // The path of a request is in the access log, as any other is; nowhere else.
        said = said.map { text in
            text.split(separator: "\n").filter { !$0.contains("\"message\":\"request\"") }.joined(separator: "\n")
        }
        for text in said { #expect(!text.contains(Self.token)) }
    }

    @Test func `a gateway with another secret refuses a certificate, says so, and presents it once it is sealed again`()
        throws
    {
        try #expect(add(authority.makeCertificate(names: [Self.host])).exitCode == 0)
        try write("another secret of at least thirty-two characters", "sealing")
        let gateway = try start()
        try eventually { try gateway.ask("health", "/readyz").text.contains("\"refused_certificates\":1") }
        #expect(try gateway.messages.contains("sealed with another secret"))
        #expect(try curl(gateway, "/products/7").status == 35)
        try #expect(add(authority.makeCertificate(names: [Self.host])).exitCode == 0)
        #expect(try curl(gateway, "/products/7").output == "302 https://www.acme.example/p/7")
    }

    @Test func `a directory is imported once, and what is refused in it is told`() throws {
        let live = folder.url.appendingPathComponent("live")
        for name in [Self.host, "bad"] {
            try FileManager.default.createDirectory(
                at: live.appendingPathComponent(name), withIntermediateDirectories: true)
        }
        let made = try authority.makeCertificate(names: [Self.host])
        let other = try authority.makeCertificate(names: ["bad.example"], key: .rsa)
        for (name, key) in [(Self.host, made.keyFile), ("bad", other.keyFile)] {
            try write(String(contentsOfFile: key, encoding: .utf8), "live/\(name)/privkey.pem")
            try write(String(contentsOfFile: made.file, encoding: .utf8), "live/\(name)/fullchain.pem")
        }
        let words = ["import", live.path, "--certificate-key", path("sealing")]
        let first = try run(words)
        #expect(first.exitCode == 1)
        #expect(first.messages.contains("stored for \(Self.host)"))
        #expect(first.messages.contains("belongs to another certificate"))
        try FileManager.default.removeItem(at: live.appendingPathComponent("bad"))
        let second = try run(words)
        #expect(second.exitCode == 0, "\(second.messages)")
        #expect(!second.messages.contains("stored for"))
    }

    @Test func `options that do not go together are refused`() throws {
        let key = "--certificate-key=\(path("sealing"))"
        for options in [[key], ["--tls-listen=127.0.0.1:0", key], ["--tls-listen=127.0.0.1:0"]] {
            #expect(try PosternProgram.run(["serve", "--fleet=x.json5"] + options).exitCode == 64, "\(options)")
        }
        #expect(try run(["challenge", "add", Self.host, "t"]).exitCode == 64)
        #expect(try run(["show", "00"]).exitCode == 66)
        try write("short", "sealing")
        #expect(try add(authority.makeCertificate(names: [Self.host])).exitCode == 78)
    }
}
