import Foundation
import Platform
import TestSupport
import Testing

/// Each fault of a domain, from the wire to what people read and scripts ask.
@Suite struct DomainFaultTests {
    static let host = "go.acme.example"
    private static let package = "example.acme.shop"
    private static let fingerprint =
        "5A:11:C4:7D:09:E2:B3:86:4F:D0:2C:91:7E:A8:33:F6:1B:C9:64:05:DA:72:8E:37:F1:40:AB:9D:26:58:EC:03"
    private static let publicAuthority = "use a certificate of a public authority"

    // MARK: - What is well

    static func well(_ request: ScriptedRequest, _ files: DomainFault.PublishedFiles) -> [ScriptedStep] {
        let fields = [("Content-Type", "application/json")]
        return switch request.path {
        case "/.well-known/apple-app-site-association": .answer(fields: fields, text: files.aasa)
        case "/.well-known/assetlinks.json": .answer(fields: fields, text: files.assetlinks)
        default: .answer(status: 404)
        }
    }

    /// What Apple's network answers that holds a file.
    static func held(_ text: String, age: Int = 60) -> [ScriptedStep] {
        let fields = [
            ("Content-Type", "application/json"), ("Cache-Control", "max-age=21600,public"), ("Age", "\(age)"),
        ]
        return .answer(fields: fields, text: text)
    }

    /// What Google's API answers that knows the app.
    static let listed = """
        {"statements":[{"source":{"web":{"site":"https://\(host)."}},"relation":\
        "delegate_permission/common.handle_all_urls","target":{"androidApp":{"packageName":"\(package)","certificate":\
        {"sha256Fingerprint":"\(fingerprint)"}}}}],"linked":true,"maxAge":"599s"}
        """

    // MARK: - Faults

    private static let tls: [DomainFault] = [
        .unreachable("expired certificate", "tls-expired", "renew the certificate, and find out why", exits: 2) {
            $0.certificate = .expired
        },
        .unreachable("certificate from tomorrow", "tls-not-yet-valid", "check the clock of whoever issued", exits: 2) {
            $0.certificate = .notYetValid
        },
        .unreachable("wrong name", "tls-name-mismatch", "get a certificate whose alternative names hold", exits: 2) {
            $0.certificateName = "www.acme.example"
        },
        .unreachable(
            "control characters in the certificate", "tls-name-mismatch", "get a certificate whose alternative",
            exits: 2
        ) { $0.certificateName = "a\u{1B}[2J\u{7}.example" },
        .unreachable("self-signed", "tls-self-signed", publicAuthority, exits: 2) { $0.certificate = .selfSigned },
        .unreachable(
            "missing intermediate", "tls-incomplete-chain", "send the intermediate certificate too", exits: 2
        ) { $0.certificate = .missingIntermediate },
        .unreachable("private authority", "tls-unknown-authority", publicAuthority, exits: 2) {
            $0.certificate = .otherAuthority
        },
        .unreachable("TLS 1.1", "tls-protocol-too-old", "offer TLS 1.2 or 1.3", exits: 2) { $0.maximum = .tls11 },
        DomainFault(
            "expires in 20 days", "tls-expires-soon", "renew the certificate; if that", exits: 0,
            drift: .init(
                standing: "origin  warning  tls-expires-soon", advice: "do        renew the certificate; if that")
        ) { $0.certificate = .ending(days: 20) },
        DomainFault("expired surplus", "good: devices get what the host serves", "", exits: 0, drift: nil) {
            $0.certificate = .withExpiredSurplus(count: 1)
        },
        DomainFault(
            "not the database's certificate", "good: devices get what the host serves", "", exits: 0,
            drift: .init(
                standing: "origin  warning  certificate-differs", advice: "do        see 'postern certificate list'")
        ) { $0.hasOtherCertificate = true },
    ]

    private static let addresses: [DomainFault] = [
        DomainFault(
            "dead address", "address-dead", "mend the server at this address", exits: 2,
            drift: .init(standing: "origin  error  address-dead", advice: "why       127.0.0.3 does not give the file")
        ) { $0.records.append(.a("127.0.0.3")) },
        DomainFault(
            "expired certificate at one address", "address-dead", "renew the certificate, and find out why", exits: 2,
            drift: .init(
                standing: "origin  error  address-dead",
                advice: "why       127.0.0.2 does not give the file: the certificate has expired")
        ) { $0.second = .init(certificate: .expired) },
        DomainFault(
            "older file at one address", "address-differs", "bring the server at this address to the same", exits: 2,
            drift: .init(
                standing: "origin  aasa  stale", advice: "why       127.0.0.2, one of 2 addresses: it is revision ")
        ) {
            $0.second = .init { request, files in
                request.path.hasSuffix("site-association") ? held(files.older) : well(request, files)
            }
        },
        DomainFault(
            "one address refuses", "address-differs", "bring the server at this address to the same", exits: 2,
            drift: .init(
                standing: "origin  aasa  failing", advice: "why       127.0.0.2, one of 2 addresses: the answer is 503")
        ) {
            $0.second = .init { request, files in
                request.path.hasSuffix("site-association") ? .answer(status: 503) : well(request, files)
            }
        },
    ]

    private static let reach: [DomainFault] = [
        .unreachable("no address", "unresolved", "publish an A or AAAA record for the name", exits: 3) {
            $0.records = []
        },
        .unreachable(
            "name servers that fail", "unresolved", "mend the name servers of the name, which do not answer", exits: 3
        ) { $0.lookUp = .code(2) },
        .unreachable("closed port", "connect-failed", "let every address of the name take connections", exits: 3) {
            $0.origin = .closed
        },
        .unreachable("stalled handshake", "timed-out", "see why the server takes connections", exits: 3) {
            ($0.origin, $0.timeout) = (.silent, "5s")
        },
        .unreachable("drip", "timed-out", "answer within a second from everywhere", exits: 3) {
            $0.origin = .answering { _, _ in .dripping(body: [UInt8](repeating: 32, count: 999), every: .seconds(1)) }
            $0.timeout = "5s"
        },
        DomainFault(
            "metadata service", "address-blocked", "publish only public addresses for the name", exits: 3,
            drift: .init(
                standing: "origin  aasa  blocked", advice: "do        publish public addresses alone, or allow")
        ) { $0.records = [.a("127.0.0.1"), .a("169.254.169.254")] },
    ]

    private static let answers: [DomainFault] = [
        .answer("redirect", "redirected", "answer 200 with the file at this very URL") {
            .redirect(to: $1.forbidden)
        },
        .answer("no file", "file-missing", "serve the file at https://go.acme.example") { _, _ in .answer(status: 404)
        },
        .answer("server error", "bad-status", "answer 200 with the file") { _, _ in .answer(status: 503) },
        .answer("login before it", "bad-status", "let everybody have the file: no login") { _, _ in
            .answer(status: 403)
        },
        .answer("page", "content-error", "this looks like a web page", verdict: "invalid") { _, _ in
            .answer(fields: [("Content-Type", "text/html")], text: "<!doctype html>")
        },
        .answer("page with control characters", "content-error", "this looks like a web page", verdict: "invalid") {
            _, _ in
            .answer(fields: [("Server", "\u{1B}[2J\u{7}")], text: "<!doctype html>\0\u{1B}[2J\u{7}\u{9B}")
        },
        .answer("redirect with control characters", "redirected", "answer 200 with the file at this very") {
            .redirect(to: "\($1.forbidden)\u{1B}[2J\u{7}")
        },
        .answer("too long", "too-large", "make the file smaller than 131072 bytes") { _, _ in
            .answer(body: [UInt8](repeating: 0x20, count: 131_073))
        },
        .answer("10 GiB", "too-large", "make the file smaller than 131072 bytes") { _, _ in .huge(byteCount: 10 << 30)
        },
        .answer("bomb", "too-large", "make the file smaller than 131072 bytes") { _, _ in
            .bomb(decodedByteCount: 1 << 30)
        },
        .answer("encoding that nobody asked for", "bad-answer", "serve the file as it is, without Content-Encoding") {
            .answer(fields: [("Content-Type", "application/json"), ("Content-Encoding", "br")], text: $1.aasa)
        },
        .answer("endless fields", "bad-answer", "send fewer and shorter header fields") { _, _ in
            .endlessFields
        },
        DomainFault(
            "closes", "bad-answer", "see the server's log for connections", exits: 2,
            drift: .init(
                standing: "origin  aasa  unreachable", advice: "do        see the server's log for connections")
        ) { $0.origin = .answering { _, _ in [.close] } },
        DomainFault(
            "bot protection", "apple-filtered", "exempt /.well-known/apple-app-site-association from bot", exits: 2,
            drift: .init(
                standing: "origin  aasa  filtered", advice: "do        exempt /.well-known/ from bot protection")
        ) {
            $0.origin = .answering { request, files in
                request.field("user-agent")?.hasPrefix("AASA-Bot") == true ? .answer(status: 403) : well(request, files)
            }
        },
        DomainFault(
            "exemption for Apple alone", "agent-dependent", "answer every user agent alike at /.well-known/", exits: 0,
            drift: .init(
                standing: "origin  warning  agent-dependent", advice: "do        answer every user agent alike")
        ) {
            $0.origin = .answering { request, files in
                request.field("user-agent")?.hasPrefix("Mozilla") == true ? .answer(status: 403) : well(request, files)
            }
        },
        DomainFault(
            "other copy at the root", "root-differs", "serve the same bytes at both paths", exits: 0,
            drift: .init(
                standing: "origin  warning  root-differs", advice: "do        serve the same bytes at both paths")
        ) {
            $0.origin = .answering { request, files in
                request.path == "/apple-app-site-association" ? held(files.older) : well(request, files)
            }
        },
    ]

    private static let copies: [DomainFault] = [
        DomainFault(
            "somebody else's file", "good: devices get what the host serves", "", exits: 0,
            drift: .init(standing: "origin  aasa  foreign", advice: "do        see where the name leads")
        ) {
            $0.origin = .answering { request, files in
                request.path.hasSuffix("site-association") ? held(foreign) : well(request, files)
            }
            $0.apple = { _, _ in held(foreign) }
        },
        DomainFault(
            "cache before the gateways", "good: devices get what the host serves", "", exits: 0,
            drift: .init(standing: "origin  aasa  stale", advice: "do        see where the name leads, and what keeps")
        ) {
            $0.origin = .answering { request, files in
                request.path.hasSuffix("site-association") ? held(files.older) : well(request, files)
            }
            $0.apple = { held($1.older) }
        },
        DomainFault(
            "old copy at Apple", "apple-stale", "wait: the copy holds for 5 h 59 min more", exits: 1,
            drift: .init(standing: "apple-cdn  aasa  stale", advice: "heals     ")
        ) { $0.apple = { $0.target.contains("?") ? held($1.aasa) : held($1.older) } },
        DomainFault(
            "overdue copy at Apple", "apple-overdue", "wait: its time was over 2 h 20 min ago; when Apple asks",
            exits: 1,
            drift: .init(standing: "apple-cdn  aasa  stale", advice: "heals     overdue since ")
        ) { $0.apple = { $0.target.contains("?") ? held($1.aasa) : held($1.older, age: 30_000) } },
        DomainFault(
            "old copy at Apple that stays", "apple-sees-other", "serve the same file to every address", exits: 2,
            drift: .init(standing: "apple-cdn  aasa  stale", advice: "do        serve the same file to every address")
        ) { $0.apple = { held($1.older) } },
        DomainFault(
            "Apple is led elsewhere", "apple-sees-other", "serve the same file to every address and user", exits: 2,
            drift: .init(standing: "apple-cdn  aasa  foreign", advice: "do        serve the same file to every address")
        ) { $0.apple = { _, _ in held(foreign) } },
        DomainFault(
            "Apple's fetcher fails", "apple-failing", "answer within a second from everywhere", exits: 2,
            drift: .init(
                standing: "apple-cdn  aasa  failing", advice: "do        answer within a second from everywhere")
        ) {
            $0.apple = { _, _ in
                let fields = [
                    ("Apple-Failure-Reason", "SWCERR00301 Timeout"), ("Cache-Control", "max-age=3600,public"),
                ]
                return .answer(status: 404, fields: fields)
            }
        },
        DomainFault(
            "Google's fetcher fails", "google-failing", "answer 200 with the file itself", exits: 2,
            drift: .init(
                standing: "google-dal  assetlinks  failing", advice: "do        answer 200 with the file itself")
        ) { $0.google = #"{"errorCode":["ERROR_CODE_REDIRECT"],"maxAge":"60s"}"# },
        DomainFault(
            "old list at Google", "google-stale", "wait until Google asks again (the answer holds for 9 min", exits: 1,
            drift: .init(standing: "google-dal  assetlinks  stale", advice: "heals     ")
        ) { $0.google = #"{"linked":true,"maxAge":"599s"}"# },
    ]

    private static let unasked: [DomainFault] = [
        .unasked("Apple is overloaded", "apple-unreachable", again, "apple-cdn  aasa  prober_broken") {
            $0.apple = { _, _ in .answer(status: 503) }
        },
        .unasked("Apple wants less", "apple-unreachable", again, "apple-cdn  aasa  prober_broken") {
            $0.apple = { _, _ in .answer(status: 429, fields: [("Retry-After", "60")]) }
        },
        .unasked("Apple refuses the prober", "apple-unreachable", again, "apple-cdn  aasa  prober_broken") {
            $0.apple = { _, _ in .answer(status: 403) }
        },
        .unasked("page for Apple's", "apple-unreachable", again, "apple-cdn  aasa  prober_broken") {
            $0.apple = { _, _ in .answer(fields: [("Content-Type", "text/html")], text: "<!doctype html>") }
        },
        .unasked("Google refuses", "google-unreachable", again, "google-dal  assetlinks  prober_broken") {
            $0.googleStatus = 403
        },
        .unasked("Google fails", "google-unreachable", again, "google-dal  assetlinks  prober_broken") {
            $0.googleStatus = 500
        },
        .unasked("page for Google's", "google-unreachable", again, "google-dal  assetlinks  prober_broken") {
            $0.google = "<!doctype html>"
        },
        .unasked(
            "no name server", "no-name-server", "name one that answers by --dns-server, or mend",
            "origin  aasa  prober_broken"
        ) { $0.hasNoNames = true },
    ]
    private static let again = "try again later, or from another network"

    private static let foreign =
        #"{"applinks":{"details":[{"appIDs":["ZZZZZ99999.example.other"],"components":[{"/":"/x"}]}]}}"#

    @Test(arguments: tls + addresses + reach + answers + copies + unasked)
    func `a fault has its verdict, its advice and its exit code`(fault: DomainFault) throws {
        let world = try World(fault)
        let report = try world.doctor()
        #expect(report.exitCode == fault.exitCode, "\(report.output) \(report.messages)")
        if fault.advice.isEmpty {
            #expect(report.output.hasSuffix(fault.finding + "\n"), "\(report.output)")
        } else {
            #expect(report.output.contains(", \(fault.finding)]"), "\(report.output)")
            #expect(report.output.contains("what to do:     \(fault.advice)"), "\(report.output)")
        }

        #expect(!report.output.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })

        let exitCode: Int32 = fault.drift == nil ? 0 : 1
        let round = try world.probe()
        #expect(round.exitCode == (fault.unknown == nil ? exitCode : 69), "\(round.messages)")
        let drift = try world.drift()
        #expect(drift.exitCode == exitCode, "\(drift.output)")
        if let expected = fault.drift {
            let lines = drift.output.components(separatedBy: "\n\n").first { $0.contains(expected.standing + "\n") }
            #expect(lines?.contains("  \(expected.advice)") == true, "\(drift.output)")
            #expect(lines?.contains("\n  means     ") == true, "\(drift.output)")
            if let lines, !expected.standing.contains("warning"), !expected.standing.contains("error") {
                #expect(lines.contains("\n  breaks    https://\(Self.host)/"), "\(drift.output)")
                #expect(lines.contains("\n  heals     "), "\(drift.output)")
            }
        } else if let expected = fault.unknown {
            let lines = drift.output.components(separatedBy: "\n\n").first { $0.contains(expected + "\n") }
            #expect(lines?.contains("  unknown   nothing learnt since ") == true, "\(drift.output)")
            let all = try world.drift([])
            #expect(all.exitCode == 0 && all.messages.contains(" told nothing of a domain since "))
        } else {
            #expect(drift.output.isEmpty)
        }
        #expect(!drift.output.unicodeScalars.contains { $0.properties.generalCategory == .control && $0 != "\n" })
        #expect(world.forbidden.accepts == 0)
    }

    @Test func `a prober that is broken and a gateway that none reaches are told beside the domains`() throws {
        let database = try DatabaseServingTests.database()
        try database.psql("INSERT INTO fleet.prober_faults (prober, part) VALUES ('watch-1', 'origin')")
        try database.psql(
            """
            INSERT INTO fleet.gateway_reach (node, silent_since, looks, verdict, reason, seen_at)
            VALUES ('edge-1', now(), 2, 'unreachable', 'no connection: refused', now())
            """)
        let drift = try PosternProgram.run(["drift"], database: database.connectionURL)
        // What nobody can see is no domain's drift.
        #expect(drift.exitCode == 0)
        #expect(drift.messages.contains("the prober watch-1 is broken since "))
        #expect(drift.messages.contains(": many unrelated domains became unreachable at once\n"))
        #expect(drift.messages.contains("no prober reaches the gateway edge-1 since "))
        #expect(drift.messages.contains(": no connection: refused\n"))
    }

    @Test func `that nobody probes is no good news`() throws {
        let database = try DatabaseServingTests.database()
        try DatabaseServingTests.makeAcme(database)
        #expect(try PosternProgram.run(["drift"], database: database.connectionURL).exitCode == 0)
        try database.psql("UPDATE fleet.probe_schedule SET due_at = now() - interval '1 h'")
        let drift = try PosternProgram.run(["drift"], database: database.connectionURL)
        #expect(drift.exitCode == 69)
        #expect(drift.messages.contains("a domain waits for a probe for more than ten minutes: no prober runs"))
    }

    // MARK: -

    /// A domain in a database, its server, and stand-ins for Apple's network and Google's API.
    private final class World: Sendable {
        let forbidden: ForbiddenListener
        private let database: TestDatabase
        private let servers: [ScriptedServer]
        private let closed: ClosedPort
        private let front: TLSFront
        private let names: TestNameServer
        private let options: [String]

        init(_ fault: DomainFault) throws {
            database = try Self.makeDatabase()
            let forbidden = try ForbiddenListener()
            self.forbidden = forbidden
            let file = { [database] (kind: String, back: Int) in
                try database.psql(
                    """
                    SELECT encode(bytes, 'escape')
                    FROM fleet.association_revisions
                    JOIN fleet.association_documents USING (sha256, kind)
                    WHERE kind = '\(kind)'
                    ORDER BY number DESC OFFSET \(back) LIMIT 1
                    """)
            }
            let files = DomainFault.PublishedFiles(
                aasa: try file("aasa", 0), older: try file("aasa", 1), assetlinks: try file("assetlinks", 0),
                forbidden: "https://\(forbidden.address)/")
            let origin = try ScriptedServer { request in
                if case .answering(let answer) = fault.origin { answer(request, files) } else { [.stall] }
            }
            let second = try fault.second.map { second in try ScriptedServer { second.answer($0, files) } }
            let apple = try ScriptedServer { fault.apple($0, files) }
            let google = try ScriptedServer { _ in .answer(status: fault.googleStatus, text: fault.google) }
            servers = [origin, apple, google] + [second].compactMap(\.self)
            closed = try ClosedPort()
            let authority = try CertificateAuthority.shared()
            let services = try authority.makeCertificate(names: ["apple.test.example", "google.test.example"])
            var entries: [TLSFront.Entry] = [
                .init(
                    try authority.makeCertificate(fault.certificate, names: [fault.certificateName]),
                    to: origin.address, minimum: fault.maximum == .tls11 ? .tls10 : .tls12, maximum: fault.maximum),
                .init(services, to: apple.address), .init(services, to: google.address),
            ]
            if let server = second, let certificate = fault.second?.certificate {
                var entry = TLSFront.Entry(
                    try authority.makeCertificate(certificate, names: [fault.certificateName]), to: server.address,
                    address: SocketAddress(IPAddress(ipv4: 0x7F00_0002), port: 0))
                entry.sharesPort = true
                entries.append(entry)
            }
            front = try TLSFront(entries)
            if fault.hasOtherCertificate {
                try database.psql(
                    """
                    INSERT INTO fleet.certificates (fingerprint, names, key_kind, issuer, begins_at, ends_at, chain, sealed_key)
                    VALUES (decode(repeat('ab', 32), 'hex'), '{\(DomainFaultTests.host)}', 'ecdsa', 'x',
                      now(), now() + interval '1 day', '{x}', 'x')
                    """)
            }
            let zone = [
                DomainFaultTests.host: fault.records + (second == nil ? [] : [.a("127.0.0.2")]),
                "apple.test.example": [.a("127.0.0.1")],
                "google.test.example": [.a("127.0.0.1")],
            ]
            names =
                try fault.hasNoNames
                ? TestNameServer { _ in .code(5) }
                : TestNameServer { query in
                    let isHost = query.name.lowercased().hasPrefix(DomainFaultTests.host)
                    return isHost
                        ? fault.lookUp ?? TestNameServer.answer(query, from: zone)
                        : TestNameServer.answer(query, from: zone)
                }
            let port =
                switch fault.origin {
                case .answering: front.address.port
                case .closed: closed.address.port
                case .silent: origin.address.port
                }
            options = [
                "--dns-server", "\(names.address)", "--ca", authority.bundle, "--allow-address", "127.0.0.0/30",
                "--apple-cdn", "https://apple.test.example:\(front.addresses[1].port)/a/v1",
                "--google-dal", "https://google.test.example:\(front.addresses[2].port)/v1",
                "--origin-port", "\(port)", "--timeout", fault.timeout,
            ]
        }

        /// A tenant with an app of each platform, and more than one revision.
        private static func makeDatabase() throws -> TestDatabase {
            let fixture = try PostgresFixture.shared()
            let template = try fixture.template(named: "end_to_end_faults") { database in
                try DatabaseServingTests.run(["migrate"], database)
                try DatabaseServingTests.makeAcme(database)
                try DatabaseServingTests.run(
                    [
                        "app", "add", "--tenant", "acme", "--android", package, "--name", "android", "--fingerprint",
                        fingerprint,
                    ], database)
                try DatabaseServingTests.run(
                    ["route", "add", "item", "/i/{id}", "--tenant", "acme", "--web", "https://www.acme.example/{id}"],
                    database)
            }
            return try fixture.makeDatabase(template: template)
        }

        func doctor() throws -> PosternProgram.Outcome {
            try PosternProgram.run(["doctor", DomainFaultTests.host, "--package", package] + options)
        }

        func probe() throws -> PosternProgram.Outcome {
            try PosternProgram.run(["probe", "--once"] + options, database: database.connectionURL)
        }

        func drift(_ words: [String] = [DomainFaultTests.host]) throws -> PosternProgram.Outcome {
            try PosternProgram.run(["drift"] + words, database: database.connectionURL)
        }
    }
}
