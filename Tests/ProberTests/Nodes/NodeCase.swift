import Association
import Cryptography
import FleetStore
import Platform
import Postgres
import Testing

@testable import Prober

/// Gateways, their answers and revisions for tests without a network.
enum NodeCase {
    static let start = UnixTime(seconds: 1_800_000_000)

    static func file(_ path: String) -> [UInt8] {
        Array(
            #"{"applinks":{"details":[{"appIDs":["ABCDE12345.com.acme.shop"],"components":[{"/":"\#(path)"}]}]}}"#.utf8)
    }

    /// Revisions from 1 on; `nil` is one without a file.
    static func revisions(_ files: [[UInt8]?]) throws -> [PublishedRevision] {
        try files.enumerated().map { index, bytes in
            PublishedRevision(
                number: index + 1, digest: try bytes.map { try SHA256.digest(of: $0) }, bytes: bytes,
                published: start + .seconds(index * 60))
        }
    }

    static func node(
        _ name: String = "one", token: String = "00000000-0000-0000-0000-000000000001", cursor: Int64 = 9,
        lag: Int64 = 0, mayLag: Bool = false, isSilent: Bool = false
    ) throws -> FleetNode {
        FleetNode(
            name: name, url: try #require(NodeURL("http://10.0.0.7:8080")),
            registration: FleetNode.Registration(
                token: try #require(UUIDText(token)), cursor: cursor, lag: lag, mayLag: mayLag, isSilent: isSilent))
    }

    /// A node that only the prober's list has.
    static func listed(_ url: String = "http://10.0.0.9:80") throws -> FleetNode {
        FleetNode(name: url, url: try #require(NodeURL(url)), registration: nil)
    }

    /// What a node answered: a file, or 404 for `nil`.
    static func answer(_ bytes: [UInt8]?, from node: String = "one") -> Observation {
        answer(bytes == nil ? .answered(status: 404) : .answered(status: 200), bytes ?? [], from: node)
    }

    static func answer(_ outcome: ProbeOutcome, _ body: [UInt8] = [], from node: String = "one") -> Observation {
        Observation(
            .nodeFile(.aasa, node: node), url: "http://10.0.0.7:8080/", time: start + .seconds(7200), outcome: outcome,
            body: body, bodyDigest: try? SHA256.digest(of: body))
    }
}
