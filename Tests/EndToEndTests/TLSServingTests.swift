import Foundation
import Platform
import TestSupport
import Testing

/// `postern serve --tls-listen`: the real program, asked by curl and `openssl s_client`.
@Suite struct TLSServingTests {
    private static let fleet = """
        {
          version: 1,
          tenants: [
            { name: "shop", web: "https://www.shop.example/", domains: [
                { host: "go.shop.example", attested: true }, { host: "other.shop.example", attested: true },
              ],
              routes: [{ name: "item", pattern: "/items/{id}", web: "https://www.shop.example/i/{id}" }] },
          ],
        }
        """
    private static let secret = "planted-ticket-secret-" + String(repeating: "0123456789", count: 2)

    let authority: CertificateAuthority
    let folder: TemporaryFolder

    init() throws {
        authority = try CertificateAuthority.shared()
        folder = try TemporaryFolder()
        try folder.write(Self.fleet, to: "fleet.json5")
        try secretFile(Self.secret, "tickets")
        try FileManager.default.createDirectory(
            at: folder.url.appendingPathComponent("certificates"), withIntermediateDirectories: true)
        try present(["go.shop.example"], as: "go")
    }

    private func path(_ name: String) -> String { folder.url.appendingPathComponent(name).path }

    private func secretFile(_ text: String, _ name: String) throws {
        try File.replace(path(name), with: Array(text.utf8), mode: 0o600)
    }

    /// Writes a pair into the directory, the key first.
    private func present(
        _ names: [String], _ kind: TestCertificateKind = .good, as name: String, key: TestCertificateKey = .ecdsa
    ) throws {
        let made = try authority.makeCertificate(kind, names: names, key: key)
        try secretFile(String(contentsOfFile: made.keyFile, encoding: .utf8), "certificates/\(name).key")
        try secretFile(String(contentsOfFile: made.file, encoding: .utf8), "certificates/\(name).pem")
    }

    private func start(_ arguments: [String] = []) throws -> GatewayProcess {
        try GatewayProcess(
            [
                "--fleet=\(path("fleet.json5"))", "--tls-listen=127.0.0.1:0", "--certificates=\(path("certificates"))",
                "--ticket-secrets=\(path("tickets"))",
            ] + arguments)
    }

    private func curl(
        _ gateway: GatewayProcess, _ target: String, host: String = "go.shop.example", _ options: [String] = []
    ) throws -> Program.Outcome {
        try curl(at: gateway.address("https"), target, host: host, options)
    }

    private func curl(
        at address: String, _ target: String, host: String = "go.shop.example", _ options: [String]
    ) throws -> Program.Outcome {
        try Program.run(
            "/usr/bin/env",
            [
                "curl", "-sS", "--max-time", "120", "--cacert", authority.bundle, "--connect-to",
                "\(host):443:\(address)",
            ] + options + ["https://\(host)\(target)"])
    }

    private let report = ["-o", "/dev/null", "-w", "%{http_code} %{redirect_url}"]

    @Test func `links are answered over TLS, and nothing secret is said`() throws {
        let gateway = try start(["--access-log"])
        #expect(
            try curl(gateway, "/items/7", report).output == "302 https://www.shop.example/i/7")
        #expect(try curl(gateway, "/items/7", ["-H", "Host: other.shop.example"] + report).output == "421 ")
        #expect(try curl(gateway, "/items/7", host: "other.shop.example").status == 35)
        #expect(try gateway.get("/items/7", host: "go.shop.example").location == "https://www.shop.example/i/7")
        let health = try gateway.ask("health", "/readyz").text
        #expect(health.contains("\"certificates\":1,\"refused_certificates\":0"))
        for line in [
            "postern_tls_handshakes_total 2", "postern_tls_failures_total{reason=\"unknown_name\"} 1",
            "postern_certificates 1", "postern_certificate_names 1", "postern_http_misdirected_total 1",
        ] { try eventually { try gateway.ask("admin", "/metrics").text.contains(line + "\n") } }
        let key = try String(contentsOfFile: path("certificates/go.key"), encoding: .utf8)
        try secretFile("planted-ticket-secret", "tickets")
        try secretFile(key.replacingOccurrences(of: "MIG", with: "XXX"), "certificates/go.key")
        try eventually { try gateway.ask("health", "/readyz").text.contains("\"refused_certificates\":1") }
        try eventually { try gateway.messages.contains("ticket secrets refused") }
        #expect(try curl(gateway, "/items/7", report).output == "302 https://www.shop.example/i/7")
        #expect(gateway.stop() == 0)
        let said = try gateway.output + gateway.messages
        #expect(!said.contains("planted-ticket-secret"))
        for line in key.split(separator: "\n") where !line.hasPrefix("-----") {
            #expect(!said.contains(line.dropFirst(3)))
        }
    }

    @Test func `HTTP 2 is spoken where it can be, and logs and metrics say so`() throws {
        let report = ["-o", "/dev/null", "-w", "%{http_version} %{http_code}"]
        let gateway = try start(["--access-log"])
        #expect(try curl(gateway, "/items/7", report).output == "2 302")
        #expect(try curl(gateway, "/items/7", report + ["--http1.1"]).output == "1.1 302")
        #expect(try gateway.get("/items/7", host: "go.shop.example").status == 302)
        for line in [
            "postern_http2_connections_total 1", "postern_http2_requests_total 1",
            "postern_http2_failures_total{reason=\"flood\"} 0",
        ] { try eventually { try gateway.ask("admin", "/metrics").text.contains(line + "\n") } }
        for version in ["HTTP/2", "HTTP/1.1"] {
            try eventually { try gateway.messages.contains("\"http_version\":\"\(version)\"") }
        }
        #expect(gateway.stop() == 0)
        let old = try start(["--no-http2"])
        #expect(try curl(old, "/items/7", report).output == "1.1 302")
    }

    @Test func `two processes with the same secrets take each other's tickets`() throws {
        let (first, second) = (try start(), try start())
        let session = path("session")
        func shake(_ gateway: GatewayProcess, _ options: [String]) throws -> String {
            let script =
                "printf 'GET /items/7 HTTP/1.1\\r\\nHost: go.shop.example\\r\\nConnection: close\\r\\n\\r\\n' |"
                + " openssl s_client -ign_eof -servername go.shop.example -connect \"$0\" \"$@\" 2>&1"
            return try Program.run("/bin/sh", ["-c", script, gateway.address("https")] + options).output
        }
        #expect(try shake(first, ["-sess_out", session]).contains("New, TLSv1.3"))
        let said = try shake(second, ["-sess_in", session])
        #expect(said.contains("Reused, TLSv1.3"), "\(said)")
        #expect(said.contains("302 Found"), "\(said)")
    }

    @Test func `certificates are replaced under load without a failed request`() throws {
        let gateway = try start()
        let address = gateway.address("https")
        let ends = LockedValue(false)
        let failures = LockedValue<[String]>([])
        let asked = LockedValue(0)
        let threads = ThreadGroup()
        for number in 0..<2 {
            // One client keeps its connection, the other makes a new one for every request.
            let options = number == 0 ? report : report + ["--http1.1", "-H", "Connection: close"]
            try threads.start(name: "asks") {
                while !ends.withLock({ $0 }) {
                    let outcome = try? curl(at: address, "/items/[1-20]", options + ["-w", "%{http_code}\n"])
                    let codes = outcome?.output.split(separator: "\n").map(String.init) ?? []
                    asked.withLock { $0 += codes.count }
                    if codes != Array(repeating: "302", count: 20) {
                        failures.withLock { $0.append(outcome?.output ?? "curl could not be started") }
                    }
                }
            }
        }
        for turn in 1...6 {
            // Another key each time: between the two writes the pair does not match.
            try present(["go.shop.example", "turn\(turn).shop.example"], as: "go", key: turn % 2 == 0 ? .ecdsa : .rsa)
            try eventually {
                try gateway.ask("admin", "/metrics").text.contains("postern_certificates_refused 0\n")
                    && gateway.messages.components(separatedBy: "certificate presented").count > turn + 1
            }
        }
        try eventually { asked.withLock { $0 } >= 40 }
        ends.withLock { $0 = true }
        threads.join()
        #expect(failures.withLock { $0 } == [])
        #expect(try gateway.ask("health", "/readyz").text.contains("\"certificates\":1,"))
    }

    @Test func `the plain listener sends browsers to HTTPS when it is told to`() throws {
        let gateway = try start(["--redirect-to-https"])
        let answer = try gateway.get("/items/7?x=1", host: "go.shop.example")
        #expect(answer.status == 301)
        #expect(answer.location == "https://go.shop.example/items/7?x=1")
        #expect(try curl(gateway, "/items/7", report).output == "302 https://www.shop.example/i/7")
        #expect(try gateway.ask("health", "/livez").status == 200)
    }

    @Test func `options that do not go together are refused`() throws {
        let directory = path("certificates")
        let table: [([String], Int32, String)] = [
            (["--certificates=\(directory)"], 64, "--certificates goes with --tls-listen"),
            (["--ticket-secrets=\(path("tickets"))"], 64, "--ticket-secrets goes with --tls-listen"),
            (["--tls-listen=127.0.0.1:0"], 64, "--tls-listen needs --certificates DIR"),
            (["--tls-listen=127.0.0.1:0", "--certificates=\(directory)/missing"], 78, "No such file"),
            (
                ["--tls-listen=127.0.0.1:0", "--certificates=\(directory)", "--ticket-secrets=\(directory)/none"], 78,
                "No such file"
            ),
        ]
        for (options, code, message) in table {
            let outcome = try PosternProgram.run(["serve", "--fleet=\(path("fleet.json5"))"] + options)
            #expect(outcome.exitCode == code, "\(options)")
            #expect(outcome.messages.contains(message), "\(outcome.messages)")
        }
    }
}
