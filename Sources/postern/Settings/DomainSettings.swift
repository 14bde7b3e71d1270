import DeepLinks

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
