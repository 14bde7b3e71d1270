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

    private static let refused = ProbeOutcome.failed(.connectFailed(reason: "refused"))

    @Test(
        arguments: [
            (
                [at("192.0.2.1"), at("192.0.2.2"), at("192.0.2.3", .answered(status: 200), other)],
                ProbeFindingCode.addressDiffers, "192.0.2.3 answers otherwise than the other addresses",
                "bring the server at this address to the same state as the others", .failing
            ),
            (
                [at("192.0.2.1"), at("192.0.2.2", refused)], .addressDead,
                "192.0.2.2 does not give the file: connect-failed",
                "mend the server at this address, or take the address out of DNS", .failing
            ),
            (
                [at("192.0.2.1"), at("2001:db8::1", refused)], .ipv6Unreachable,
                "no IPv6 address of the name answers, while IPv4 does",
                "mend or withdraw the AAAA records, unless this prober's own network has no IPv6", .good
            ),
            (
                [see(.deviceCopy, .answered(status: 503))], .appleUnreachable,
                "Apple's network cannot be asked: it answers 503", "try again later, or from another network", .good
            ),
            (
                [see(.statements, refused)], .googleUnreachable,
                "Google's API cannot be asked: no connection: refused", "try again later, or from another network",
                .good
            ),
            (
                [see(.file(.assetlinks), .answered(status: 200), links, type: "text/plain")], .mediaType,
                "the media type is text/plain, not application/json", "serve the file as application/json", .failing
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

    @Test func `a prober that is at fault does not blame the host`() throws {
        let target = ProbeTarget(try DomainName("go.acme.example"))
        let seen = Self.see(.file(.aasa), .failed(.internalFault(reason: "no memory")))
        let findings = DomainFindings(target, [seen], at: seen.time).all
        #expect(findings.map(\.code) == [.proberFault])
        #expect(findings.first?.advice == "try again; if it stays, the prober's own installation is broken")
        let report = DomainReport(target: target, time: seen.time, observations: [seen], findings: findings)
        #expect(report.standing == .unreachable)
    }
}
