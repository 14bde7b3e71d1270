import Association
import DeepLinks

extension ResolveReport {
    /// The report in lines for people.
    package var text: String {
        guard let answer else { return "\(url)\n  404, for no domain has this host\n" }
        let explanation = answer.explanation
        var lines = [
            url.description, "  asked     \(asker)\(isTimeGiven ? " at \(time)" : "")",
            "  domain    \(answer.domain) of \(answer.tenant)",
        ]
        for passed in explanation.passed { lines.append("  passed    \(passed.name): \(passed.mismatch)") }
        if let route = explanation.route { lines.append("  route     \(route)") }
        for capture in explanation.captures { lines.append("  capture   \(capture.name) = \(capture.value)") }
        if let link = explanation.link { lines.append("  link      \(link.key.slug), \(state(of: link))") }
        lines.append("  browser   \(outcome(explanation))")
        if let level = answer.level {
            lines.append("            as the \(level.place) says for \(client.platform.text)")
        }
        if case .page = explanation.outcome, let language = answer.language {
            lines.append("            in the language \(language.text)")
        }
        if asksForJSON { lines.append("            told in JSON and not led there, for they ask for that") }
        if explanation.variesByClient { lines.append("            others may get another answer: see --user-agent") }
        let rule = rule(explanation.appRule)
        if explanation.apps.isEmpty { lines.append("  app       none: the tenant has no app") }
        for app in explanation.apps {
            guard let upload = answer.uploads.first(where: { $0.app == app.name }) else {
                lines.append("  app       \(app.name) \(app.opens ? "opens" : "stays shut"), \(rule)")
                continue
            }
            let file = "the uploaded \(upload.kind.rawValue)"
            let place =
                upload.rule.map { "as \($0) of \(file) says" }
                ?? (upload.isNamed ? "for no rule of \(file) matches" : "for \(file) does not name it")
            lines.append(
                "  app       \(app.name) \(upload.opens ? "opens" : "stays shut"), \(place)"
                    + (upload.opens == app.opens ? "" : "; the routes say otherwise"))
        }
        return lines.joined(separator: "\n") + "\n"
    }

    /// Who asks: the platform, the kind of program and the app.
    private var asker: String {
        ([client.platform.text, client.kind.text] + (client.app.map { [$0.text] } ?? [])).joined(separator: " ")
    }

    private func state(of link: Link) -> String {
        switch (link.life.text(at: time), link.life.starts, link.life.expires) {
        case ("notBegun", let starts?, _): "not begun until \(starts)"
        case ("expired", _, let expires?): "expired since \(expires)"
        case (let state, _, _): state
        }
    }

    private func outcome(_ explanation: Explanation) -> String {
        switch explanation.outcome {
        case .redirect(let status, let maxAge, let location):
            let kept = maxAge > 0 ? ", kept for \(maxAge) s" : ""
            return "\(status) to \(location)\(explanation.reason.place)\(kept)"
        case .page(let purpose, let way, let store):
            let kind = purpose == .preview ? "what a preview is drawn from" : "a page to choose on"
            return "200, \(kind), with a link to \(way)\(store.map { " and one to \($0)" } ?? "")"
        case .notFound: return "404, \(explanation.reason.text)"
        case .reserved(let path): return "answered by the gateway itself: \(path)"
        }
    }

    private func rule(_ rule: AppRule) -> String {
        switch rule {
        case .route(let name): "as route \(name) says"
        case .noRoute: "for no route matches"
        case .optOut: "for the URL opts out"
        case .reserved: "for the gateway answers the path itself"
        case .badPath: "as far as is known: the path is malformed"
        case .otherPort: "as far as is known: the port is not the scheme's own"
        }
    }
}

extension DestinationLevel {
    /// What says where a platform goes.
    fileprivate var place: String {
        switch self {
        case .link, .route, .domain, .tenant: rawValue
        case .web: "web destination"
        }
    }
}

extension Reason {
    /// What follows a redirect's address in reports.
    fileprivate var place: String {
        switch self {
        case .fallback: ", the fallback"
        case .canonicalHost: ", the canonical host"
        default: ""
        }
    }

    /// What follows `404,` in reports.
    fileprivate var text: String {
        switch self {
        case .badPath: "for the path is malformed"
        case .suspended: "for the tenant is suspended"
        case .fallback: "for no route matches"
        case .unknownLink: "for no link has this slug"
        case .expiredLink: "for the link has expired"
        case .linkToLink: "for the link leads to another link"
        case .unsafeCapture: "for a captured value would be a dot segment"
        case .refusedDestination: "for the tenant's rules let no link lead where this one does"
        case .inactiveLink: "for the link is paused, blocked, or has not begun"
        case .ownURL: "for it would lead to itself"
        default: "\(self)"
        }
    }
}
