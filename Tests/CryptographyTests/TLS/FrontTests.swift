import Platform
import TestSupport
import Testing

/// The surroundings of the TLS tests, seen by curl.
@Suite struct FrontTests {
    @Test func `curl reads through HAProxy what the scripted server says`() throws {
        let authority = try CertificateAuthority.shared()
        let server = try ScriptedServer { request in
            switch request.path {
            case "/ok": .answer(fields: [("Content-Type", "text/plain")], text: request.field("host") ?? "")
            case "/bomb": .bomb(decodedByteCount: 4 << 20)
            case "/drip": .dripping(body: Array("slow".utf8), every: .milliseconds(1))
            case "/moved": .redirect(to: "/ok")
            default: .endlessFields
            }
        }
        let front = try TLSFront([
            .init(
                [
                    (try authority.makeCertificate(names: ["a.test"]), ["a.test"]),
                    (try authority.makeCertificate(.expired, names: ["old.test"]), ["old.test"]),
                ], to: server.address)
        ])
        func curl(_ host: String, _ path: String, _ options: [String] = []) throws -> Program.Outcome {
            let port = front.address.port
            let arguments =
                [
                    "curl", "-s", "--max-time", "60", "--cacert", authority.bundle, "--resolve",
                    "\(host):\(port):127.0.0.1",
                ]
                + options + ["https://\(host):\(port)\(path)"]
            return try Program.run("/usr/bin/env", arguments)
        }
        #expect(try curl("a.test", "/ok").output == "a.test:\(front.address.port)")
        #expect(try curl("a.test", "/drip").output == "slow")
        #expect(
            try curl("a.test", "/bomb", ["--compressed", "-o", "/dev/null", "-w", "%{size_download}"]).output != "0")
        #expect(try curl("a.test", "/moved", ["-w", "%{http_code}"]).output == "302")
        #expect(try curl("a.test", "/endless").status != 0)
        #expect(try curl("old.test", "/ok").status == 60)
        #expect(server.requests.map(\.path) == ["/ok", "/drip", "/bomb", "/moved", "/endless"])
        #expect(server.accepts == 5)
    }

    @Test func `a listener that is forbidden counts`() throws {
        let listener = try ForbiddenListener()
        #expect(listener.accepts == 0)
        _ = try Socket.connect(to: listener.address)
        #expect(listener.accepts == 1)
    }
}
