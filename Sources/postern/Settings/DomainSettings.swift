import CommandLine
import DeepLinks
import Platform

extension Setting<Domain> {
    /// The settings of a domain.
    static let ofDomain: [Setting<Domain>] =
        [
            Setting("attested") { domain, text in
                domain.isAttested = try readBool("attested", text)
                if domain.isAttested { domain.state = .live }
            },
            Setting("fallback") {
                $0.fallback = try unlessEmpty($1) { try parse("fallback", $0, UnmatchedAnswer.init) }
            },
            Setting("root") { $0.root = try unlessEmpty($1) { try parse("root", $0, UnmatchedAnswer.init) } },
            Setting("canonical") { domain, text in
                domain.canonical = try unlessEmpty(text) { text in
                    try parse("canonical", text) { text throws(RuleViolation) in
                        try HostName(text, isAttested: true)
                    }
                }
            },
            Setting("robots") { $0.robots = try unlessEmpty($1) { try readRobots("robots", $0) } },
            Setting("strictTransport") {
                $0.strictTransport = try unlessEmpty($1) { try parse("strictTransport", $0, StrictTransport.init) }
            },
            Setting("indexLinks") {
                $0.indexesLinks = try unlessEmpty($1) { try readBool("indexLinks", $0) } ?? false
            },
            Setting("caseSensitive") {
                $0.isCaseSensitive = try unlessEmpty($1) { try readBool("caseSensitive", $0) } ?? true
            },
            Setting("optOut.query") { domain, text in
                domain.optOut = optOut(queryItem: text, fragment: domain.optOut?.fragment ?? "")
            },
            Setting("optOut.fragment") { domain, text in
                domain.optOut = optOut(queryItem: domain.optOut?.queryItem ?? "", fragment: text)
            },
        ] + ofPlatforms(\.platforms)

    /// An opt-out of both parts; none when both are empty.
    ///
    /// One part alone is refused by the rules of the fleet.
    private static func optOut(queryItem: String, fragment: String) -> OptOut? {
        queryItem.isEmpty && fragment.isEmpty ? nil : OptOut(queryItem: queryItem, fragment: fragment)
    }
}

/// Reads the lines of a robots file, or those of a file: `@robots.txt`.
private func readRobots(_ field: String, _ text: String) throws -> RobotsText {
    guard text.hasPrefix("@") else { return try parse(field, text, RobotsText.init) }
    let path = String(text.dropFirst())
    let bytes: [UInt8]
    do throws(SystemError) {
        bytes = try File.readRegular(path)
    } catch {
        throw CommandFailure(.noInput, "\(path): \(error)")
    }
    guard let content = String(validating: bytes, as: UTF8.self) else {
        throw CommandFailure.refused(field, text, "the file is not UTF-8")
    }
    return try parse(field, content, RobotsText.init)
}
