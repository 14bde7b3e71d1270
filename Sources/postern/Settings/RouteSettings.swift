import DeepLinks
import Platform

extension Setting<Route> {
    /// The settings of a route.
    static let ofRoute: [Setting<Route>] =
        [
            Setting("pattern") { $0.pattern = try parse("pattern", $1) },
            Setting("opens") { $0.opens = try readSelection("opens", readList($1)) },
            Setting("web") { $0.destination = .web(try parse("web", $1)) },
            Setting("links") { route, text in
                guard try readBool("links", text) else {
                    throw CommandFailure.refused(
                        "links", text, "give web=TEMPLATE instead: a route has web or links=true")
                }
                route.destination = .links
            },
            Setting("domains") { route, text in
                route.domains = try unlessEmpty(text) { try readList($0).map { try parse("domains", $0) } }
            },
            Setting("schemeURL") { $0.schemeURL = try unlessEmpty($1) { try parse("schemeURL", $0) } },
            Setting("examples") { route, text in
                // A URL may hold a comma, never white space.
                route.examples = text.split(whereSeparator: \.isWhitespace).map(String.init)
            },
            Setting("starts") { $0.lifeSpan.start = try unlessEmpty($1) { try readTime("starts", $0) } },
            Setting("ends") { $0.lifeSpan.end = try unlessEmpty($1) { try readTime("ends", $0) } },
            Setting("status") { route, text in
                route.redirect.status =
                    try unlessEmpty(text) { try readNumber("status", $0, in: 300...399) } ?? RedirectPolicy().status
            },
            Setting("maxAge") { route, text in
                route.redirect.maxAge =
                    try unlessEmpty(text) { try readNumber("maxAge", $0, in: 0...31_536_000) }
                    ?? RedirectPolicy().maxAge
            },
        ] + ofPlatforms(\.platforms) + ofDestinations
}

/// Reads `all`, `none`, or names of apps.
func readSelection(_ field: String, _ words: [String]) throws -> AppSelection {
    switch words {
    case ["all"], []: .all
    case ["none"]: .none
    default: .only(try words.map { try read(field, $0) })
    }
}
