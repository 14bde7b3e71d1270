import Foundation
import Platform
import TestSupport
import Testing

/// `postern doctor` against a host, a stand-in for Apple's network and one for Google's API.
@Suite struct DoctorTests {
    private static let host = "go.acme.example"
    private static let aasa =
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.acme.shop"],"components":[{"/":"/p/*"}]}]}}"#

    /// The servers, and how to ask them.
    private final class World: Sendable {
        let origin: ScriptedServer
        let apple: ScriptedServer
        let front: TLSFront
        let names: TestNameServer

        init(
            _ kind: TestCertificateKind = .good, apple answer: [ScriptedStep],
            origin: @escaping @Sendable (ScriptedRequest) -> [ScriptedStep]
        ) throws {
            self.origin = try ScriptedServer(origin)
            apple = try ScriptedServer { request in
                // Google's API is asked here, too, and lists nothing.
                if request.path.hasSuffix("/statements:list") { return .answer(text: #"{"maxAge":"599s"}"#) }
                return request.target.contains("?") ? DoctorTests.file(DoctorTests.aasa) : answer
            }
            let authority = try CertificateAuthority.shared()
            front = try TLSFront([
                .init(try authority.makeCertificate(kind, names: [host]), to: self.origin.address),
                .init(try authority.makeCertificate(names: ["apple.test.example"]), to: apple.address),
            ])
            names = try TestNameServer(zone: [host: [.a("127.0.0.1")], "apple.test.example": [.a("127.0.0.1")]])
        }

        func doctor(_ host: String = host, allow: Bool = true, more: [String] = []) throws -> PosternProgram.Outcome {
            let base = "https://apple.test.example:\(front.addresses[1].port)/a/v1"
            let arguments = [
                "doctor", host, "--dns-server", "\(names.address)", "--ca", try CertificateAuthority.shared().bundle,
                "--apple-cdn", base, "--google-dal", base, "--origin-port", "\(front.address.port)", "--timeout", "20s",
            ]
            return try PosternProgram.run(arguments + (allow ? ["--allow-address", "127.0.0.1/32"] : []) + more)
        }
    }

    @Sendable private static func well(_ request: ScriptedRequest) -> [ScriptedStep] {
        request.path == "/.well-known/apple-app-site-association" ? file(aasa) : .answer(status: 404)
    }

    private static func file(_ text: String, age: Int = 60) -> [ScriptedStep] {
        let fields = [
            ("Content-Type", "application/json"), ("Cache-Control", "max-age=21600,public"), ("Age", "\(age)"),
        ]
        return .answer(fields: fields, text: text)
    }

    @Test func `a host that is well exits 0, and the overview has a tick for each vantage`() throws {
        let outcome = try World(apple: Self.file(Self.aasa), origin: Self.well).doctor()
        #expect(outcome.exitCode == 0)
        #expect(outcome.output.contains("✓ origin      200, \(Self.aasa.utf8.count) bytes, 127.0.0.1, TLS 1.3"))
        #expect(outcome.output.contains("✓ apple-cdn   200, \(Self.aasa.utf8.count) bytes, 60 s old, 21540 s left"))
        #expect(outcome.output.hasSuffix("good: devices get what the host serves\n"))
        #expect(outcome.messages.isEmpty)
    }

    @Test func `an older copy at Apple exits 1 and says how long to wait (case 30)`() throws {
        let old = Self.file(#"{"applinks":{"details":[]}}"#)
        let outcome = try World(apple: old, origin: Self.well).doctor()
        #expect(outcome.exitCode == 1)
        #expect(outcome.output.contains("! apple-cdn"))
        #expect(
            outcome.output.contains(
                "warning: Apple's network holds another file than the host [apple-cdn, apple-stale]"))
        #expect(outcome.output.contains("what to do:     wait: the copy holds for 5 h 59 min more"))
    }

    @Test func `a fault exits 2, tells what to do, and JSON keeps Apple's words (case 30)`() throws {
        let failure = [ScriptedStep].answer(
            status: 404,
            fields: [
                ("Apple-Failure-Reason", "SWCERR00999 Something new"), ("Apple-Failure-Details", #"{"x":1}"#),
                ("Cache-Control", "max-age=3600,public"),
            ])
        let world = try World(.expired, apple: failure, origin: Self.well)
        let outcome = try world.doctor()
        #expect(outcome.exitCode == 2)
        #expect(outcome.output.contains("error: the certificate has expired: it ended "))
        #expect(outcome.output.contains("what to do:     renew the certificate"))
        #expect(outcome.output.contains("error: Apple says: SWCERR00999 Something new {\"x\":1}"))
        #expect(world.origin.requests.isEmpty)
        let json = try world.doctor(more: ["--json"])
        #expect(json.exitCode == 2)
        let object = try #require(try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(object["standing"] as? String == "failing")
        let seen = try #require(
            (object["observations"] as? [[String: Any]])?.first { $0["thing"] as? String == "device-copy" })
        #expect((seen["headers"] as? [String: Any])?["apple-failure-reason"] as? String == "SWCERR00999 Something new")
    }

    @Test func `a private address exits 3, and nothing is connected to`() throws {
        let world = try World(apple: Self.file(Self.aasa), origin: Self.well)
        let outcome = try world.doctor(allow: false)
        #expect(outcome.exitCode == 3)
        #expect(outcome.output.contains("127.0.0.1 may not be connected to: loopback"))
        #expect(world.origin.accepts == 0)
        #expect(world.apple.accepts == 0)
        #expect(try world.doctor("no.acme.example").exitCode == 3)
    }

    @Test(arguments: [
        "https://user:pw@apple.test.example/a", "http://apple.test.example/a", "ftp://user:pw@127.0.0.1/",
    ])
    func `a service is asked by https or on this machine, and a refused URL shows no password`(url: String) throws {
        for option in ["--apple-cdn", "--google-dal"] {
            let outcome = try PosternProgram.run(["doctor", Self.host, option, url])
            #expect(outcome.exitCode == 64)
            #expect(outcome.messages.contains(option) && !outcome.messages.contains("pw"))
        }
    }

    @Test func `what is no host is refused with 65, a trust store that is none with 78 (cases 98 and 109)`() throws {
        for name in ["127.0.0.1", "2130706433", "0x7f000001", "localhost", "https://go.acme.example"] {
            #expect(try PosternProgram.run(["doctor", name]).exitCode == 65)
        }
        let outcome = try PosternProgram.run(["doctor", Self.host, "--ca", "/does/not/exist"])
        #expect(outcome.exitCode == 78)
        #expect(outcome.messages.contains("the trusted certificates in /does/not/exist cannot be used"))
    }
}
