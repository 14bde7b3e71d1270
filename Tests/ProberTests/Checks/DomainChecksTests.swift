import Association
import Cryptography
import DeepLinks
import Foundation
import Platform
import Prober
import TestSupport
import Testing

@Suite struct DomainChecksTests {
    @Test func `a host that is well has no finding, and each vantage was asked`() throws {
        let world = try CheckedWorld()
        let report = try world.report(packages: ["com.acme.shop"])
        #expect(report.findings == [])
        #expect(report.standing == .good)
        #expect(Set(report.observations.map(\.vantage)) == [.origin, .appleCDN, .googleDAL])
        let file = try #require(report.observation(of: .file(.aasa)))
        #expect(file.tls?.version == "TLS 1.3")
        #expect(file.tls?.chain.count == 2)
        #expect(file.tls?.expiry != nil)
        #expect(file.document == Array(CheckedWorld.aasa.utf8))
        #expect(report.observation(of: .deviceCopy)?.freshness?.lifetime == .seconds(21_600))
        #expect(report.observation(of: .freshCopy) == nil)
        let agents = Set(world.origin.requests.compactMap { $0.field("user-agent") })
        #expect(agents.contains("AASA-Bot/1.0.0"))
        #expect(agents.count == 3)
    }

    @Test(arguments: [
        (TestCertificateKind.expired, ProbeFindingCode.tlsExpired), (.notYetValid, .tlsNotYetValid),
        (.selfSigned, .tlsSelfSigned), (.withoutAlternativeNames, .tlsNameMismatch),
        (.missingIntermediate, .tlsIncompleteChain), (.otherAuthorityAlone, .tlsIncompleteChain),
        (.otherAuthority, .tlsUnknownAuthority), (.expiredIntermediate, .tlsExpired), (.forClients, .tlsFailed),
    ])
    func `each fault of a certificate is told from the others (cases 107 and 108)`(
        kind: TestCertificateKind, code: ProbeFindingCode
    ) throws {
        let report = try CheckedWorld(certificate: kind).report()
        #expect(report.findings.map(\.code).filter { $0.rawValue.hasPrefix("tls") } == [code])
        #expect(report.standing == .failing)
        let finding = try #require(report.findings.first { $0.code == code })
        #expect(finding.evidence.contains { $0.name == "expires" })
    }

    @Test func `of an intermediate certificate that has expired it is told whose it is, and not to renew the server's`()
        throws
    {
        let finding = try #require(try CheckedWorld(certificate: .expiredIntermediate).report().findings.first)
        #expect(
            finding.message.hasPrefix(
                "a certificate of its authority, CN=Postern Test Intermediate,O=Postern Test, has expired: it ended "
            ))
        #expect(finding.advice.hasPrefix("send the authority's present intermediate certificate"))
        #expect(finding.evidence.first { $0.name == "subject" }?.value.hasPrefix("CN=Postern") == true)
    }

    @Test(arguments: [TLSFront.Version.tls12, .tls13])
    func `a server that demands a certificate of its clients is told from one that hangs up`(version: TLSFront.Version)
        throws
    {
        let report = try CheckedWorld(maximum: version, demandsClientCertificate: true).report()
        let finding = try #require(report.findings.first)
        #expect(finding.code == .tlsFailed && report.standing == .failing)
        #expect(finding.message.hasPrefix("the server demands a certificate of its clients"))
        #expect(finding.advice.hasPrefix("demand no client certificate for /.well-known/"))
    }

    @Test func `plain HTTP on the port of TLS is told as that`() throws {
        let finding = try #require(try CheckedWorld(isPlain: true).report().findings.first)
        #expect(finding.code == .tlsFailed && finding.message == "what answers on this port speaks no TLS")
    }

    @Test func `a server of TLS 1.1 is told as too old, one that ends soon as a warning`() throws {
        #expect(try CheckedWorld(maximum: .tls11).report().findings.contains { $0.code == .tlsProtocolTooOld })
        let soon = try CheckedWorld(certificate: .ending(days: 20)).report()
        #expect(soon.findings.map(\.code) == [.tlsExpiresSoon])
        #expect(soon.standing == .good)
        #expect(try CheckedWorld(certificate: .ending(days: 30)).report().findings == [])
    }

    @Test func `certificates that nobody needs hide nothing and are no fault, however many`() throws {
        for count in [1, 100] {
            let report = try CheckedWorld(certificate: .withExpiredSurplus(count: count)).report()
            #expect(report.findings == [])
            let tls = try #require(report.observation(of: .file(.aasa))?.tls)
            #expect(tls.certificateCount == 2 + count && tls.chain.count == min(2 + count, 10))
            #expect(tls.chain.map(\.isUsed).prefix(3) == [true, true, false])
            #expect(tls.expiry == tls.leaf?.notAfter)
        }
    }

    @Test func `each address is looked at, and what is wrong at one is told with its name`() throws {
        let second = try #require(IPAddress("127.0.0.2"))
        let expired = try CheckedWorld(second: .init(certificate: .expired)).report()
        #expect(expired.findings.map(\.code) == [.addressDead])
        #expect(expired.findings.first?.subject == "127.0.0.2")
        #expect(
            expired.findings.first?.message.hasPrefix(
                "127.0.0.2 does not give the file: the certificate has expired: it ended 20") == true)
        #expect(expired.findings.first?.advice.contains("renew the certificate") == true)
        #expect(expired.observation(of: .fileAt(.aasa, second))?.outcome == .failed(.tls(.expired)))
        #expect(expired.observation(of: .fileAt(.aasa, second))?.tls?.fault == .expired)
        #expect(expired.observation(of: .file(.aasa))?.tls?.fault == nil)

        // libcurl has one result for this one and for an unknown authority.
        let incomplete = try CheckedWorld(second: .init(certificate: .missingIntermediate)).report()
        #expect(
            incomplete.findings.map(\.message) == [
                "127.0.0.2 does not give the file: the server leaves out an intermediate certificate: it is issued by"
                    + " CN=Postern Test Intermediate,O=Postern Test"
            ])

        let ending = try CheckedWorld(second: .init(certificate: .ending(days: 5))).report()
        #expect(ending.findings.map(\.code) == [.tlsExpiresSoon])
        #expect(ending.findings.first?.message.hasPrefix("the certificate at 127.0.0.2 expires in 5 days") == true)
    }

    @Test func `an address that answers otherwise is not taken for a filter before Apple's fetcher`() throws {
        let other = #"{"applinks":{"details":[]}}"#
        let report = try CheckedWorld(
            second: .init { request in
                request.path.hasSuffix("site-association")
                    ? .answer(fields: [("Content-Type", "application/json")], text: other) : CheckedWorld.well(request)
            }
        ).report()
        #expect(report.findings.map(\.code) == [.addressDiffers])
        #expect(
            report.findings.first?.message
                == "127.0.0.2 answers otherwise than the other addresses, when asked for the aasa file")
    }

    @Test func `a certificate that the database does not hold is told where it holds one`() throws {
        let world = try CheckedWorld()
        let own = try #require(try world.report().observation(of: .file(.aasa))?.tls?.leaf?.fingerprint)
        let other = try SHA256.digest(of: [1])
        #expect(try world.report(certificates: [own, other]).findings == [])
        let report = try world.report(certificates: [other])
        #expect(report.findings.map(\.code) == [.certificateDiffers])
        #expect(report.standing == .good)
        let finding = try #require(report.findings.first)
        #expect(finding.message.hasPrefix("127.0.0.1 presents a certificate that the database does not hold"))
        #expect(finding.evidence.contains { $0.name == "sha256" && $0.value == own.hex })
    }

    @Test func `the evidence of a file has phases and chain, and is JSON whatever the host says`() throws {
        let world = try CheckedWorld { request in
            request.path.hasSuffix("site-association")
                ? .answer(fields: [("Server", "a\u{1}\u{1B}[2J\"")], text: CheckedWorld.aasa) : .answer(status: 404)
        }
        let seen = try #require(try world.report().observation(of: .file(.aasa)))
        let object = try #require(
            try JSONSerialization.jsonObject(with: Data(seen.evidence.utf8)) as? [String: Any])
        let phases = try #require(object["microseconds"] as? [String: Int])
        #expect(Set(phases.keys) == ["queue", "resolve", "connect", "handshake", "answer", "body"])
        #expect(object["address"] as? String == "\(world.front.address)")
        #expect((object["headers"] as? [String: String])?["server"]?.contains("[2J") == true)
        let tls = try #require(object["tls"] as? [String: Any])
        #expect(tls["version"] as? String == "TLS 1.3")
        let chain = try #require(tls["chain"] as? [[String: Any]])
        #expect(chain.count == 2 && chain.allSatisfy { $0["used"] as? Bool == true })
        #expect(chain.first?["names"] as? [String] == [CheckedWorld.host])
        #expect((chain.first?["sha256"] as? String)?.count == 64)
    }

    @Test func `a host that refuses Apple's fetcher alone is filtered (case 3)`() throws {
        let world = try CheckedWorld(
            apple: .failure(
                reason: "SWCERR00101 Bad HTTP Response: 403 Forbidden", details: #"{"status":"403 Forbidden"}"#,
                triesDirect: false)
        ) { request in
            request.field("user-agent")?.hasPrefix("AASA-Bot") == true
                ? .answer(status: 403) : CheckedWorld.well(request)
        }
        let report = try world.report()
        let codes = report.findings.map(\.code)
        #expect(codes.contains(.appleFiltered))
        #expect(codes.contains(.badStatus))
        #expect(report.findings.contains { $0.message == "Apple's fetcher was answered with 403 Forbidden" })
    }

    @Test(arguments: [
        ([ScriptedStep].redirect(to: "https://www.acme.example/", status: 301), ProbeFindingCode.redirected),
        (.answer(status: 404), .fileMissing), (.answer(status: 503), .badStatus),
        (.answer(fields: [("Content-Type", "text/html")], text: "<html>"), .contentError),
        (.answer(text: "[]"), .contentError), ([.close], .badAnswer),
        (.answer(body: [UInt8](repeating: 0x20, count: 131_073)), .tooLarge),
    ])
    func `what the host does wrong has its name`(steps: [ScriptedStep], code: ProbeFindingCode) throws {
        let world = try CheckedWorld { $0.path.hasSuffix("site-association") ? steps : CheckedWorld.well($0) }
        let report = try world.report()
        #expect(report.findings.contains { $0.code == code && $0.vantage == .origin })
        #expect(report.standing == .failing)
    }

    @Test func `an older copy at Apple is stale, then overdue, and a fresh copy tells that Apple has not asked`() throws
    {
        let world = try CheckedWorld(apple: .file(#"{"applinks":{"details":[]}}"#))
        _ = try world.report()
        world.apple.change(to: .file(CheckedWorld.aasa))
        world.apple.age(by: 60)
        // The first report cached a fresh copy of the same second at most: another query is another key.
        #expect(comesTrue { (try? world.report().findings.map(\.code)) == [.appleStale] })
        let report = try world.report()
        #expect(report.standing == .stale)
        #expect(report.observation(of: .deviceCopy)?.freshness?.age == .seconds(60))
        world.apple.age(by: 30_000)
        #expect(try world.report().findings.map(\.code) == [.appleOverdue])
    }

    @Test func `a failure that Apple remembers although the host is well is stale, not failing (case 30)`() throws {
        let world = try CheckedWorld(
            apple: .failure(reason: "SWCERR00301 Timeout", details: nil, triesDirect: true))
        let first = try world.report()
        #expect(first.standing == .failing)
        #expect(first.findings.map(\.code) == [.appleFailing])
        world.apple.change(to: .file(CheckedWorld.aasa))
        #expect(comesTrue { (try? world.report().standing) == .stale })
    }

    @Test func `what Apple would get now is another file`() throws {
        let report = try CheckedWorld(apple: .file(#"{"applinks":{"details":[]}}"#)).report()
        #expect(report.findings.map(\.code) == [.appleSeesOther])
    }

    @Test func `who asks again and again makes Apple ask anew, and asks Google, only where that is called for`() throws
    {
        let world = try CheckedWorld(apple: .file(#"{"applinks":{"details":[]}}"#)) { request in
            request.path.hasSuffix("assetlinks.json") ? .answer(status: 404) : CheckedWorld.well(request)
        }
        var target = ProbeTarget(try DomainName(CheckedWorld.host))
        target.asksAnew = false
        #expect(world.checks.check(target).findings.map(\.code).contains(.appleStale))
        #expect(!world.apple.server.requests.contains { $0.target.contains("?") })
        #expect(world.dal.requests.isEmpty)
        target.asksGoogle = true
        #expect(world.checks.check(target).observation(of: .statements)?.outcome == .answered(status: 200))
        target.asksAnew = true
        #expect(world.checks.check(target).findings.map(\.code).contains(.appleSeesOther))
    }

    @Test func `Google's codes and lists are told`() throws {
        let error = #"{"errorCode":["ERROR_CODE_REDIRECT"],"maxAge":"60s"}"#
        #expect(try CheckedWorld(google: error).report().findings.map(\.code) == [.googleFailing])
        let empty = try CheckedWorld(google: #"{"maxAge":"599.9s"}"#).report()
        #expect(empty.findings.map(\.code) == [.googleStale])
        #expect(empty.standing == .stale)
        let other = try CheckedWorld().report(packages: ["com.acme.other"])
        #expect(other.findings.map(\.code) == [.googleNotLinked])
    }

    @Test func `every certificate of an Android app has to be in the file and known to Google`() throws {
        let world = try CheckedWorld()
        let own = try #require(CertificateFingerprint(CheckedWorld.fingerprint))
        let other = try #require(CertificateFingerprint(Array(repeating: "EE", count: 32).joined(separator: ":")))
        let package = try #require(PackageName("com.acme.shop"))
        let report = world.checks.check(
            ProbeTarget(
                try DomainName(CheckedWorld.host), androidApps: [.init(package, fingerprints: [own, other])]))
        let asked = world.dal.requests.map(\.target).filter { $0.contains("assetlinks:check") }
        #expect(asked.count == 2)
        #expect(asked.contains { $0.contains("EE%3AEE") } && asked.contains { $0.contains("00%3A01") })
        #expect(
            report.findings.map(\.message)
                == ["the host's own file does not name the certificate \(other.text) of com.acme.shop"])
    }

    @Test func `a private address is blocked, and nothing is connected`() throws {
        let world = try CheckedWorld(records: [.a("127.0.0.1"), .a("169.254.169.254")])
        let report = try world.report()
        #expect(report.findings.map(\.code) == [.addressBlocked])
        #expect(report.standing == .unreachable)
        #expect(report.observation(of: .file(.assetlinks))?.outcome.failure?.label == "blocked")
        #expect(world.origin.accepts == 0)
    }

    @Test func `IPv6 that does not answer is a finding where the prober has IPv6, and else a note (case 106)`() throws {
        let records: [TestRecord] = [.a("127.0.0.1"), .aaaa("::1")]
        let there = try CheckedWorld(records: records, routes: AddressRoutes { $0 }).report()
        #expect(there.findings.map(\.code) == [.ipv6Unreachable])
        let without = AddressRoutes { $0.isIPv4 ? $0 : nil }
        let away = try CheckedWorld(records: records, routes: without).report()
        #expect(away.findings.map(\.code) == [.addressesUnasked])
        #expect(away.standing == .good && away.findings.allSatisfy { $0.severity == .note })
        // A host with IPv6 alone is not known to be away.
        let alone = try CheckedWorld(records: [.aaaa("::1")], routes: without).report()
        #expect(alone.standing == .unknown && alone.unasked == [.origin])
        #expect(alone.findings.first?.message == "the prober's network has no way to the address")
    }

    @Test func `a name that does not exist is unreachable, for Google's file too, and Google is asked all the same`()
        throws
    {
        let report = try CheckedWorld().report("no.acme.example", packages: ["com.acme.shop"])
        #expect(report.observation(of: .file(.assetlinks))?.outcome.status == nil)
        #expect(report.observation(of: .file(.assetlinks)) != nil && report.observation(of: .statements) != nil)
        #expect(report.findings.first?.code == .unresolved)
        #expect(report.standing == .unreachable)
    }

    @Test func `a wildcard is read at its parent`() throws {
        let world = try CheckedWorld(certificateNames: ["acme.example"])
        let report = try world.report("*.acme.example")
        #expect(report.findings.map(\.code) == [.wildcardParent])
        #expect(report.standing == .good)
        #expect(world.origin.requests.allSatisfy { $0.field("host")?.hasPrefix("acme.example:") == true })
    }
}
