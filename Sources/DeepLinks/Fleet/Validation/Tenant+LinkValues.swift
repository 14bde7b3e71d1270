import Platform

extension Tenant {
    /// Refuses what a link says of itself; whether a request can reach it is not looked at.
    ///
    /// - Parameters:
    ///   - link: The link.
    ///   - path: Where it stands.
    ///   - kept: Its destination until now, which may be older than a rule; `nil` for a new link.
    ///   - decider: Of this tenant.
    /// - Returns: The refusals.
    func valueRefusals(
        of link: Link, at path: FieldPath, keeping kept: LinkDestination?, _ decider: inout RouteDecider
    ) -> [InputRefusal] {
        var refusals: [InputRefusal] = []
        if kept != link.destination, let rule = rule(against: link.destination, on: link.key.domain, &decider) {
            refusals.append(InputRefusal(path.field("to"), link.destination.text, rule: rule))
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
        return refusals
    }

    /// The rule that refuses a link's destination; `nil` for a good one.
    private func rule(
        against destination: LinkDestination, on name: DomainName, _ decider: inout RouteDecider
    ) -> String? {
        guard case .path(let text) = destination, let domain = domains.first(where: { $0.name == name }) else {
            return destinationRules.refusal(of: destination)
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
