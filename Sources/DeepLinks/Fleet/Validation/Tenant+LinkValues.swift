import Platform

extension Tenant {
    /// Refuses what a link says of itself; whether a request can reach it is not looked at.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - path: Where it stands.
    ///   - kept: The link until now, whose destinations may be older than a rule; `nil` for a new link.
    ///   - decider: Of this tenant.
    /// - Returns: The refusals.
    func valueRefusals(
        of link: Link, at path: FieldPath, keeping kept: Link?, _ decider: inout RouteDecider
    ) -> [InputRefusal] {
        var refusals: [InputRefusal] = []
        if kept?.destination != link.destination,
            let rule = rule(against: link.destination, on: link.key.domain, &decider)
        {
            refusals.append(InputRefusal(path.field("to"), link.destination.text, rule: rule))
        }
        for platform in ClientPlatform.allCases {
            guard let place = link.details.platforms[platform], place != kept?.details.platforms[platform],
                let rule = rule(against: place, on: link.key.domain, &decider)
            else { continue }
            refusals.append(InputRefusal(path.field("platforms").field(platform.key), place.text, rule: rule))
        }
        if let starts = link.life.starts, let expires = link.life.expires, expires <= starts {
            refusals.append(
                InputRefusal(path.field("expires"), expires.description, rule: "a link ends after its start"))
        }
        if let afterwards = link.afterwards,
            let rule = link.life.expires == nil
                ? "only a link that expires leads on afterwards" : destinationRules.refusal(of: afterwards)
        {
            refusals.append(InputRefusal(path.field("afterwards"), afterwards.text, rule: rule))
        }
        return refusals + link.details.refusals(at: path)
    }

    /// The rule that refuses a link's destination; `nil` for a good one.
    private func rule(
        against destination: LinkDestination, on name: DomainName, _ decider: inout RouteDecider
    ) -> String? {
        guard case .path(let text) = destination, let domain = domains.first(where: { $0.name == name }) else {
            return destinationRules.refusal(of: destination, apps: apps)
        }
        // Read again: rows of the database may be older than a rule.
        do throws(RuleViolation) {
            _ = try LinkDestination(text)
        } catch {
            return error.description
        }
        let bytes = Array(text.utf8)
        let parts = URLText.Parts(bytes, from: 0)
        let verdict = decider.verdict(
            on: domain, path: Array(bytes[parts.path]), query: parts.query.map { Array(bytes[$0]) } ?? [])
        return switch verdict {
        case .link, .badSlug: "a link cannot lead to a link: \(verdict.reason)"
        case .reserved, .badPath, .unsafeCapture: verdict.reason
        case .web, .fallback: nil
        }
    }
}

extension LinkDetails {
    /// Refuses texts that are too long or that no page shows, and tags that no list parts.
    fileprivate func refusals(at path: FieldPath) -> [InputRefusal] {
        var refusals = preview?.refusals(at: path.field("preview")) ?? []
        if let note, let refusal = note.pageRefusal(at: path.field("note"), longest: Self.longestNote) {
            refusals.append(refusal)
        }
        let list = path.field("tags")
        if tags.count > Self.mostTags {
            refusals.append(InputRefusal(list, rule: "a link has at most \(Self.mostTags) tags"))
        }
        for (index, tag) in tags.enumerated() {
            if !tag.isTag {
                refusals.append(
                    InputRefusal(
                        list.index(index), tag,
                        rule: "a tag is 1 to \(Self.longestTag) bytes without commas, '|', white space and control "
                            + "characters"))
            } else if tags[..<index].contains(tag) {
                refusals.append(InputRefusal(list.index(index), tag, rule: "the link has this tag already"))
            }
        }
        return refusals
    }
}

extension String {
    fileprivate var isTag: Bool {
        (1...LinkDetails.longestTag).contains(utf8.count)
            && unicodeScalars.allSatisfy { scalar in
                !scalar.properties.isWhitespace && scalar != "," && scalar != "|" && scalar.value >= 0x20
                    && !(0x7F...0x9F).contains(scalar.value)
            }
    }
}
