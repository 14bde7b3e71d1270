import DeepLinks

extension KotlinCode {
    /// The intent filters of the activity that opens links, to be merged into the app's manifest.
    ///
    /// Android 15 sources: `IntentFilter.matchData`, `PatternMatcher`. A filter is the union of what its `data` say, the
    /// hosts times the paths, so there is one filter for each set of hosts with the same routes.
    var manifest: String {
        var text = CodeText()
        text.add("<?xml version=\"1.0\" encoding=\"utf-8\"?>")
        text.comment(
            about: """
                Merge this into the activity that opens links. Patterns are known from Android 12 (API 31) on; earlier
                versions pass over pathAdvancedPattern, and take all paths for a filter that has nothing else: patterns
                have one of their own, so that no link is lost there. A filter takes every path that one of its lines
                takes, on every host of its own: it knows no order, no query, no port and no routes that stay in the
                browser. It compares the path decoded: %61 is a letter, and %2F a slash, so that no value has one.
                Where that is wider than the routes, the parser refuses what does not fit, and Android 15 asks the
                dynamic rules of assetlinks.json, which the domains serve. Revision \(revision) of the routes of
                \(links.tenant), for \(links.app.name).
                """)
        let hostSets = hostSets
        let hasPatterns = hostSets.contains { $0.routes.contains { $0.webForm.needsAndroidPattern } }
        text.add("<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\"\(hasPatterns ? "" : ">")")
        if hasPatterns { text.add("    xmlns:tools=\"http://schemas.android.com/tools\">") }
        text.indented { text in
            text.add("<application>")
            text.indented { text in
                text.add("<activity android:name=\".LinkActivity\" android:exported=\"true\">")
                text.indented { text in
                    for hosts in hostSets {
                        let (others, patterns) = hosts.routes.partitioned { $0.webForm.needsAndroidPattern }
                        if !others.isEmpty { text.addWebFilter(hosts.domains, others, self) }
                        // Lint need not say that older versions pass over patterns: the comment at the top does.
                        if !patterns.isEmpty {
                            text.addWebFilter(hosts.domains, patterns, self, more: " tools:targetApi=\"31\"")
                        }
                    }
                    if let scheme = links.app.scheme { text.addSchemeFilter(scheme) }
                }
                text.add("</activity>")
            }
            text.add("</application>")
        }
        text.add("</manifest>")
        return text.text
    }

    /// Domains for which the same routes open the app, in order.
    private var hostSets: [(domains: [Domain], routes: [ClientRoute])] {
        var sets: [(domains: [Domain], routes: [ClientRoute])] = []
        for domain in links.domains {
            let routes = links.opening(on: domain)
            guard !routes.isEmpty else { continue }
            if let index = sets.firstIndex(where: { $0.routes == routes }) {
                sets[index].domains.append(domain)
            } else {
                sets.append(([domain], routes))
            }
        }
        return sets
    }

    /// Where the lines of a route take other paths than it does, for people; `nil` when nowhere.
    fileprivate func difference(_ route: ClientRoute, _ domains: [Domain]) -> String? {
        var reasons = route.webForm.androidExcess
        let earlier = links.routes.prefix { $0.name != route.name }.filter { other in
            !other.opensApp && other.webForm.mayShareAPath(with: route.webForm)
                && domains.contains { domain in other.domains?.contains(domain.name) ?? true }
        }
        if !earlier.isEmpty {
            reasons.append("\(earlier.map(\.name.text).joined(separator: ", ")) should stay in the browser")
        }
        let hasSlash = route.examples.contains { example in
            route.captures.contains { capture in
                capture.place == .segment && (example.values[capture.name]?.uppercased().contains("%2F") ?? false)
            }
        }
        let wider = reasons.isEmpty ? nil : "wider than the route: \(reasons.joined(separator: "; "))"
        var losses: [String] = []
        if hasSlash { losses.append("a value with a slash in it is not taken") }
        if route.webForm.mayBeBareHost { losses.append("a host without a slash behind it is not taken") }
        let narrower = losses.isEmpty ? nil : "narrower than the route: \(losses.joined(separator: "; "))"
        let parts = [wider, narrower].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: "; ")
    }
}

extension [Domain] {
    /// Where a filter for the domains takes other links than they do, for people; `nil` when nowhere.
    fileprivate var androidDifference: String? {
        var parts: [String] = []
        if contains(where: { $0.optOut != nil }) {
            parts.append("Wider than the routes: links that opt out are taken too.")
        }
        let folding = filter { !$0.isCaseSensitive }
        if !folding.isEmpty {
            let names = folding.count == count ? "" : " on \(folding.map(\.name.text).joined(separator: ", "))"
            parts.append("Narrower than the routes\(names): the case of letters counts.")
        }
        return parts.isEmpty ? nil : parts.joined(separator: " ")
    }
}

extension CodeText {
    fileprivate mutating func comment(about text: String) {
        add("<!--")
        indented { $0.addWords(text.inXMLComment) }
        add("-->")
    }

    /// Adds words, filled to the width.
    private mutating func addWords(_ text: String) {
        var line = ""
        for word in text.split(whereSeparator: \.isWhitespace) {
            if !line.isEmpty, indent + line.count + 1 + word.count > Self.width {
                add(line)
                line = ""
            }
            line += line.isEmpty ? String(word) : " \(word)"
        }
        add(line)
    }

    fileprivate mutating func addWebFilter(
        _ domains: [Domain], _ routes: [ClientRoute], _ code: KotlinCode, more: String = ""
    ) {
        add("<intent-filter android:autoVerify=\"true\"\(more)>")
        indented { text in
            text.addActionAndCategories()
            text.add()
            text.add("<data android:scheme=\"http\" />")
            text.add("<data android:scheme=\"https\" />")
            for domain in domains {
                if domain.name.isWildcard {
                    let base = domain.name.base
                    let others = code.links.domains.filter { other in
                        domain.name.covers(other.name.text) && !domains.contains(other)
                    }
                    let more = others.map { ", and \($0.name), whose routes differ" }.joined()
                    text.comment(
                        oneOrMore: "Names below \(base), deeper ones too\(more); Android reads the file of \(base).")
                }
                text.add("<data android:host=\"\(domain.name)\" />")
            }
            if let note = domains.androidDifference {
                text.add()
                text.comment(oneOrMore: note)
            }
            for route in routes {
                text.add()
                let note = code.difference(route, domains).map { ": \($0)." } ?? ""
                text.comment(oneOrMore: "\(route.name)\(note)")
                for data in route.webForm.androidPaths { text.add("<data android:\(data) />") }
            }
        }
        add("</intent-filter>")
    }

    fileprivate mutating func addSchemeFilter(_ scheme: URLScheme) {
        add("<intent-filter>")
        indented { text in
            text.addActionAndCategories()
            text.add()
            text.comment(oneOrMore: "Every URL of the scheme: the parser refuses what is no link.")
            text.add("<data android:scheme=\"\(scheme)\" />")
        }
        add("</intent-filter>")
    }

    private mutating func comment(oneOrMore text: String) {
        let text = text.inXMLComment
        if indent + text.count + 9 <= Self.width {
            add("<!-- \(text) -->")
        } else {
            comment(about: text)
        }
    }

    private mutating func addActionAndCategories() {
        add("<action android:name=\"android.intent.action.VIEW\" />")
        add("<category android:name=\"android.intent.category.DEFAULT\" />")
        add("<category android:name=\"android.intent.category.BROWSABLE\" />")
    }
}

extension [ClientRoute] {
    /// Those for which a condition does not hold, and those for which it does, in order.
    fileprivate func partitioned(by condition: (ClientRoute) -> Bool) -> ([ClientRoute], [ClientRoute]) {
        (filter { !condition($0) }, filter(condition))
    }
}
