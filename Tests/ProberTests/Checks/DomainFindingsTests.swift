import Association
import Cryptography
import DeepLinks
import Platform
import Testing

@testable import Prober

/// What follows from observations that no machine here can have: several addresses, services that are away.
@Suite struct DomainFindingsTests {
    private static let file = Array(
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.acme.shop"],"components":[{"/":"/p/*"}]}]}}"#.utf8)
    private static let other = Array(
        #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.acme.shop"],"components":[{"/":"/q/*"}]}]}}"#.utf8)
    private static let links = Array(
        """
        [{"relation":["delegate_permission/common.handle_all_urls"],"target":{"namespace":"android_app",\
        "package_name":"com.acme.shop","sha256_cert_fingerprints":\
        ["5A:11:C4:7D:09:E2:B3:86:4F:D0:2C:91:7E:A8:33:F6:1B:C9:64:05:DA:72:8E:37:F1:40:AB:9D:26:58:EC:03"]}}]
        """.utf8)

    private static func see(
        _ thing: ObservedThing, _ outcome: ProbeOutcome = .answered(status: 200), _ body: [UInt8] = [],
        type: String = "application/json"
    ) -> Observation {
        Observation(
            thing, url: "https://go.acme.example/", time: UnixTime(seconds: 1_800_000_000), outcome: outcome,
            headers: [HeaderField(name: "Content-Type", value: type)], body: body,
            bodyDigest: try? SHA256.digest(of: body))
    }

    private static func at(
        _ address: String, _ outcome: ProbeOutcome = .answered(status: 200), _ body: [UInt8] = file
    ) -> Observation {
        see(.fileAt(.aasa, IPAddress(address) ?? IPAddress(ipv4: 0)), outcome, body)
    }

    private static func linksAt(
        _ address: String, _ outcome: ProbeOutcome = .answered(status: 200)
    ) -> Observation {
        see(.fileAt(.assetlinks, IPAddress(address) ?? IPAddress(ipv4: 0)), outcome, links)
    }

    private static let refused = ProbeOutcome.failed(.connectFailed(reason: "refused"))

    @Test(
        arguments: [
            (
                [at("192.0.2.1"), at("192.0.2.2"), at("192.0.2.3", .answered(status: 200), other)],
                ProbeFindingCode.addressDiffers,
                "192.0.2.3 answers otherwise than the other addresses, when asked for the aasa file",
                "bring the server at this address to the same state as the others", .failing
            ),
            (
                [at("192.0.2.1"), at("192.0.2.2", refused)], .addressDead,
                "192.0.2.2 does not give the file: no connection: refused",
                "mend the server at this address, or take the address out of DNS", .failing
            ),
            (
                [at("192.0.2.1"), at("2001:db8::1", refused)], .ipv6Unreachable,
                "no IPv6 address of the name answers, while IPv4 does",
                "mend what answers at the AAAA records, or withdraw them", .good
            ),
            (
                [see(.deviceCopy, .answered(status: 503))], .appleUnreachable,
                "Apple's network cannot be asked: it answers 503", "try again later, or from another network", .unknown
            ),
            (
                [see(.deviceCopy, .answered(status: 403))], .appleUnreachable,
                "Apple's network cannot be asked: it answers 403", "try again later, or from another network", .unknown
            ),
            (
                [see(.deviceCopy, .answered(status: 200), Array("<html>".utf8))], .appleUnreachable,
                "Apple's network cannot be asked: its answer is no JSON", "try again later, or from another network",
                .unknown
            ),
            (
                [see(.deviceCopy, .answered(status: 200), other), see(.freshCopy, .answered(status: 429))],
                .appleStale, "Apple's network holds another file than the host",
                "wait: Apple asks again within 24 hours", .stale
            ),
            (
                [see(.statements, .answered(status: 403))], .googleUnreachable,
                "Google's API cannot be asked: it answers 403", "try again later, or from another network", .unknown
            ),
            (
                [see(.statements, .answered(status: 200), Array("{}".utf8))], .googleUnreachable,
                "Google's API cannot be asked: its answer is none of its API",
                "try again later, or from another network", .unknown
            ),
            (
                [see(.statements, refused)], .googleUnreachable,
                "Google's API cannot be asked: no connection: refused", "try again later, or from another network",
                .unknown
            ),
            (
                [
                    see(
                        .assetCheck(package: "com.acme.shop", fingerprint: "5A"), .answered(status: 200),
                        Array(#"{"maxAge":"599s"}"#.utf8))
                ], .googleNotLinked, "Google does not link com.acme.shop with the host",
                "compare package name and fingerprint with the host's file; with Play App Signing the fingerprint is Play's",
                .failing
            ),
            (
                [see(.file(.assetlinks), .answered(status: 200), links, type: "text/plain")], .mediaType,
                "the media type is text/plain, not application/json", "serve the file as application/json", .failing
            ),
            (
                [linksAt("192.0.2.1"), linksAt("192.0.2.2"), linksAt("192.0.2.3", .answered(status: 404))],
                .addressDiffers,
                "192.0.2.3 answers otherwise than the other addresses, when asked for the assetlinks file",
                "bring the server at this address to the same state as the others", .failing
            ),
            (
                [see(.deviceCopy, .answered(status: 405))], .appleFailing,
                "Apple's network does not find the host's name in DNS",
                "publish an A or AAAA record for the name in public DNS, by name servers that answer everybody",
                .failing
            ),
            (
                [see(.statements, .answered(status: 403), Array(#"{"error":{"code":403,"message":"quota"}}"#.utf8))],
                .googleUnreachable, "Google's API cannot be asked: it answers 403: quota",
                "try again later, or from another network", .unknown
            ),
            (
                [see(.statements, .answered(status: 200), Array(#"{"errorCode":["ERROR_CODE_INVALID_QUERY"]}"#.utf8))],
                .googleUnreachable, "Google's API cannot be asked: it does not understand the question",
                "try again later, or from another network", .unknown
            ),
            (
                [see(.rootFile, .answered(status: 200), other)], .rootDiffers,
                "the copy at the root is another file (\(other.count) bytes)",
                "serve the same bytes at both paths, or nothing at the root", .good
            ),
        ] as [([Observation], ProbeFindingCode, String, String, DomainReport.Standing)])
    func `each difference has its finding, its advice and its standing`(
        seen: [Observation], code: ProbeFindingCode, message: String, advice: String, standing: DomainReport.Standing
    ) throws {
        let target = ProbeTarget(try DomainName("go.acme.example"))
        let all = [Self.see(.file(.aasa), .answered(status: 200), Self.file)] + seen
        let time = UnixTime(seconds: 1_800_000_000)
        let findings = DomainFindings(target, all, at: time).all
        #expect(findings.map(\.code) == [code])
        #expect(findings.first?.message == message)
        #expect(findings.first?.advice == advice)
        #expect(DomainReport(target: target, time: time, observations: all, findings: findings).standing == standing)
    }

    @Test func `addresses that are not asked are named, also those of IPv6 from where there is none`() throws {
        let target = ProbeTarget(try DomainName("go.acme.example"))
        let addresses = (1...11).compactMap { IPAddress("192.0.2.\($0)") }
        var file = Self.see(.file(.aasa), .answered(status: 200), Self.file)
        file.candidates = addresses
        let asked = addresses.prefix(8).map { Self.see(.fileAt(.aasa, $0), .answered(status: 200), Self.file) }
        let findings = DomainFindings(target, [file] + asked, at: file.time).all
        #expect(findings.map(\.code) == [.addressesUnasked] && findings.map(\.severity) == [.note])
        #expect(findings.first?.message == "3 more addresses of the name are not asked")
        #expect(findings.first?.evidence.map(\.value) == ["192.0.2.9 192.0.2.10 192.0.2.11"])
        #expect(findings.first?.advice.contains("at most 8") == true)

        let six = try #require(IPAddress("2001:db8::1"))
        file.candidates = [six, addresses[0]]
        let all = [
            file, Self.see(.fileAt(.aasa, six), .failed(.noRoute)), Self.at("192.0.2.1"),
        ]
        let alone = DomainFindings(target, all, at: file.time).all
        #expect(alone.map(\.message) == ["1 more address of the name is not asked"])
        #expect(alone.first?.advice == "nothing, or give the prober's own network a way there, as to IPv6")
    }

    @Test func `chance that leads two questions to two addresses is no filter and no other root`() throws {
        let target = ProbeTarget(try DomainName("go.acme.example"))
        let second = try #require(IPAddress("192.0.2.2"))
        var root = Self.see(.rootFile, .answered(status: 200), Self.other)
        root.candidates = [second]
        let all = [
            Self.see(.file(.aasa), .answered(status: 200), Self.file),
            Self.see(.plainFile(.aasa), .answered(status: 200), Self.other), root, Self.at("192.0.2.1"),
            Self.at("192.0.2.2", .answered(status: 200), Self.other),
        ]
        let findings = DomainFindings(target, all, at: root.time).all
        #expect(findings.map(\.code) == [.addressDiffers])
    }

    @Test func `an answer that is not modified is no redirect, and a redirect names its place`() throws {
        let target = ProbeTarget(try DomainName("go.acme.example"))
        let same = Self.see(.file(.aasa), .answered(status: 304))
        #expect(DomainFindings(target, [same], at: same.time).all.first?.code == .badStatus)
        let moved = Observation(
            .file(.aasa), url: same.url, time: same.time, outcome: .answered(status: 302),
            headers: [HeaderField(name: "Location", value: "https://www.acme.example/")])
        #expect(moved.sighting == .failing("the answer is 302, a redirect to https://www.acme.example/"))
    }

    private static let late = TransferFailure.timedOut(.resolve)

    @Test(
        arguments: [
            (
                .internalFault(reason: "no memory"), nil, .proberFault,
                "try again; if it stays, the prober's own installation is broken", .unknown
            ),
            (
                .timedOut(.queue), nil, .proberFault,
                "try again; this prober has more to do than it can, and the host was not asked", .unknown
            ),
            (
                .noNameServer(reason: "no name server can be reached"), nil, .noNameServer,
                "name one that answers by --dns-server, or mend this machine's own resolver (/etc/resolv.conf)",
                .unknown
            ),
            (
                late, late, .noNameServer,
                "name one that answers by --dns-server, or mend this machine's own resolver (/etc/resolv.conf)",
                .unknown
            ),
            (
                late, .connectFailed(reason: "refused"), .timedOut,
                "mend the name servers of the name; should other names fail here too, name another one by --dns-server",
                .unreachable
            ),
            (
                .nameServerFailed(reason: "the name server refuses to answer"),
                .nameServerFailed(reason: "the name server refuses to answer"), .noNameServer,
                "name one that answers by --dns-server, or mend this machine's own resolver (/etc/resolv.conf)",
                .unknown
            ),
            (
                .nameServerFailed(reason: "the name server failed"),
                .nameServerFailed(reason: "the name server failed"),
                .noNameServer,
                "name one that answers by --dns-server, or mend this machine's own resolver (/etc/resolv.conf)",
                .unknown
            ),
            (
                .nameServerFailed(reason: "the name server refuses to answer"), nil, .unresolved,
                "mend the name servers of the name, which do not answer for it: look at its zone, delegation and DNSSEC",
                .unreachable
            ),
            (
                .nameServerFailed(reason: "the name server failed"), nil, .unresolved,
                "mend the name servers of the name, which do not answer for it: look at its zone, delegation and DNSSEC",
                .unreachable
            ),
        ] as [(TransferFailure, TransferFailure?, ProbeFindingCode, String, DomainReport.Standing)])
    func `a prober that cannot ask does not blame the host`(
        failure: TransferFailure, apple: TransferFailure?, code: ProbeFindingCode, advice: String,
        standing: DomainReport.Standing
    ) throws {
        let target = ProbeTarget(try DomainName("go.acme.example"))
        var seen = [Self.see(.file(.aasa), .failed(failure))]
        if let apple { seen.append(Self.see(.deviceCopy, .failed(apple))) }
        let findings = DomainFindings(target, seen, at: seen[0].time).all
        let finding = try #require(findings.first)
        #expect(finding.code == code && finding.advice == advice)
        #expect((finding.consequence == "nothing was learnt of the host") == (standing == .unknown))
        let report = DomainReport(target: target, time: seen[0].time, observations: seen, findings: findings)
        #expect(report.standing == standing)
    }

    private static func find(_ seen: [Observation]) throws -> [ProbeFinding] {
        DomainFindings(ProbeTarget(try DomainName("go.acme.example")), seen, at: seen[0].time).all
    }

    @Test func `a host whose file cannot be read is to blame, not Apple, which still has a good one`() throws {
        var copy = Self.see(.deviceCopy, .answered(status: 200), Self.file)
        copy.freshness = DocumentFreshness(lifetime: .seconds(21_600), age: .seconds(60))
        let page = Self.see(.file(.aasa), .answered(status: 200), Array("<!doctype html>".utf8))
        let found = try Self.find([page, copy, Self.see(.freshCopy, .answered(status: 404))])
        #expect(found.map(\.code) == [.contentError, .appleStale])
        #expect(found.last?.message == "Apple's network still hands out an earlier file, which can be read")
        #expect(found.last?.advice == "mend the file at the host first: the copy holds for 5 h 59 min")
    }

    @Test func `what a fault breaks depends on what Apple still holds`() throws {
        var copy = Self.see(.deviceCopy, .answered(status: 200), Self.file)
        copy.freshness = DocumentFreshness(lifetime: .seconds(3600))
        let away = Self.see(.file(.aasa), .answered(status: 503))
        #expect(
            try Self.find([away, copy]).first?.consequence.hasPrefix(
                "Apple's network still holds a file for 1 h 0 min more; once it asks again") == true)
        #expect(
            try Self.find([away]).first?.consequence
                == "no universal link opens an app that is installed or updated from now on")
    }

    private static func certificate(_ names: [String], ends: UnixTime) throws -> TLSEvidence {
        TLSEvidence(chain: [
            .init(
                fingerprint: try SHA256.digest(of: []), subject: "CN=x", issuer: "CN=authority", names: names,
                notBefore: UnixTime(seconds: 0), notAfter: ends)
        ])
    }

    @Test(arguments: [
        (TLSFault.expired, "the certificate has expired: it ended 2027-01-15T07:00:00Z"),
        (.notYetValid, "the certificate is not valid yet: it begins 1970-01-01T00:00:00Z"),
        (.nameMismatch, "the certificate is for other names: a.example, b.example, c.example and 1 more"),
        (.unknownAuthority, "the certificate's authority is not trusted: it is issued by CN=authority"),
        (.protocolTooOld, "the server speaks no TLS 1.2 or later"),
    ])
    func `a fault of TLS is told with what the certificate says`(fault: TLSFault, message: String) throws {
        var seen = Self.see(.file(.aasa), .failed(.tls(fault)))
        let names = ["a.example", "b.example", "c.example", "d.example"]
        seen.tls = try Self.certificate(names, ends: seen.time + .seconds(-3600))
        #expect(try Self.find([seen]).first?.message == message)
        #expect(seen.sighting == .unreachable(message))
    }

    @Test(arguments: [
        (1, "expires in 1 h 0 min, at ", false), (47, "expires in 47 h 0 min, at ", false),
        (480, "expires in 20 days, at ", true),
    ])
    func `a certificate that is about to end says when, and is an error in the last three days`(
        hours: Int, message: String, isWarning: Bool
    ) throws {
        var seen = Self.see(.file(.aasa), .answered(status: 200), Self.file)
        seen.tls = try Self.certificate(["go.acme.example"], ends: seen.time + .seconds(hours * 3600))
        let found = try #require(try Self.find([seen]).first)
        #expect(found.code == .tlsExpiresSoon && found.message.contains(message))
        #expect((found.severity == .warning) == isWarning)
    }

    @Test func `a host that has lost its statements is to blame, not Google, which still lists an app`() throws {
        let list = Self.see(
            .statements, .answered(status: 200),
            Array(
                (#"{"statements":[{"target":{"androidApp":{"packageName":"com.acme.shop","certificate":"#
                    + #"{"sha256Fingerprint":"5A:11"}}}}],"maxAge":"599s"}"#).utf8))
        let file = Self.see(.file(.aasa), .answered(status: 200), Self.file)
        for (lost, code) in [
            (Self.see(.file(.assetlinks), .answered(status: 404)), ProbeFindingCode.fileMissing),
            (Self.see(.file(.assetlinks), .answered(status: 200), Array("{}".utf8)), .contentError),
        ] {
            let found = try Self.find([file, lost, list])
            #expect(found.map(\.code) == [code, .googleStale] && found.first?.severity == .error)
            #expect(found.last?.advice.hasPrefix("mend the file at the host first") == true)
        }
        let nothing = Self.see(.statements, .answered(status: 200), Array(#"{"maxAge":"599s"}"#.utf8))
        let never = try Self.find([file, Self.see(.file(.assetlinks), .answered(status: 404)), nothing])
        #expect(never.map(\.severity) == [.note])
    }

    @Test func `what goes wrong beside an app that is linked is a warning, and moves no verdict`() throws {
        let file = Self.see(.file(.aasa), .answered(status: 200), Self.file)
        func check(_ package: String, linked: Bool) -> Observation {
            Self.see(
                .assetCheck(package: package, fingerprint: "5A"), .answered(status: 200),
                Array(#"{"linked":\#(linked),"errorCode":["ERROR_CODE_FETCH_ERROR"]}"#.utf8))
        }
        let well = try Self.find([file, check("com.acme.shop", linked: true)])
        #expect(well.map(\.code) == [.googleFailing] && well.map(\.severity) == [.warning])
        let ill = try Self.find([file, check("com.acme.shop", linked: true), check("com.acme.other", linked: false)])
        #expect(ill.map(\.severity) == [.error])
    }

    @Test func `a certificate of the authority that has expired is named`() throws {
        var seen = Self.see(.file(.aasa), .failed(.tls(.expired)))
        let leaf = try Self.certificate(["go.acme.example"], ends: seen.time + .seconds(86_400)).chain
        seen.tls = TLSEvidence(
            chain: leaf + [
                .init(
                    fingerprint: try SHA256.digest(of: [1]), subject: "CN=between", issuer: "CN=root", names: [],
                    notBefore: UnixTime(seconds: 0), notAfter: seen.time + .seconds(-60))
            ])
        #expect(
            try Self.find([seen]).first?.message
                == "a certificate of its authority, CN=between, has expired: it ended 2027-01-15T07:59:00Z")
    }

    private static let page = Array("<!doctype html>".utf8)

    @Test(
        arguments: [
            (.answered(status: 200), file, .answered(status: 403), [], ProbeFindingCode.agentDependent),
            (.answered(status: 200), file, .answered(status: 200), page, .agentDependent),
            (.answered(status: 200), file, .failed(.timedOut(.answer)), [], .agentDependent),
            (.answered(status: 200), file, .failed(.timedOut(.connect)), [], nil),
            (.answered(status: 200), file, .failed(.timedOut(.queue)), [], nil),
            (.answered(status: 200), file, .answered(status: 200), other, .appleFiltered),
            (.answered(status: 403), [], .answered(status: 200), file, .appleFiltered),
            (.failed(.closed), [], .answered(status: 200), file, .appleFiltered),
            (.failed(.timedOut(.connect)), [], .answered(status: 200), file, nil),
            // Two pages of a challenge differ by what is made for each.
            (.answered(status: 200), page, .answered(status: 200), page + page, nil),
        ] as [(ProbeOutcome, [UInt8], ProbeOutcome, [UInt8], ProbeFindingCode?)])
    func `what depends on the user agent is told, whoever it favours (case 3)`(
        outcome: ProbeOutcome, file: [UInt8], plainOutcome: ProbeOutcome, plain: [UInt8], code: ProbeFindingCode?
    ) throws {
        let found = try Self.find([
            Self.see(.file(.aasa), outcome, file), Self.see(.plainFile(.aasa), plainOutcome, plain),
        ])
        let told = found.map(\.code).filter { $0 == .agentDependent || $0 == .appleFiltered }
        #expect(told == [code].compactMap(\.self))
    }

    @Test(arguments: [
        ("application/octet-stream", Severity.note), ("application/pkcs7-mime", .warning),
        ("Application/PKCS7-MIME; smime-type=signed-data", .warning),
    ])
    func `a media type that Apple reads past is a note, that of a signed file a warning (case 6)`(
        type: String, severity: Severity
    ) throws {
        let found = try Self.find([Self.see(.file(.aasa), .answered(status: 200), Self.file, type: type)])
        #expect(found.map(\.code) == [.mediaType] && found.map(\.severity) == [severity])
    }
}
