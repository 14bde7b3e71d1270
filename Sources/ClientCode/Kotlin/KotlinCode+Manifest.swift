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
                takes: it knows no order, no query and no routes that stay in the browser. Where that is wider than the routes, the parser
                refuses what does not fit, and Android 15 asks the dynamic rules of assetlinks.json, which the domains
                serve. Revision \(revision) of the routes of \(links.tenant), for \(links.app.name).
                """)
        text.add("<manifest xmlns:android=\"http://schemas.android.com/apk/res/android\">")
        text.indented { text in
            text.add("<application>")
            text.indented { text in
                text.add("<activity android:name=\".LinkActivity\" android:exported=\"true\">")
                text.indented { text in
                    for hosts in hostSets {
                        let (others, patterns) = hosts.routes.partitioned { $0.webForm.needsAndroidPattern }
                        if !others.isEmpty { text.addWebFilter(hosts.domains, others, self) }
                        if !patterns.isEmpty { text.addWebFilter(hosts.domains, patterns, self) }
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
            let routes = links.opening.filter { $0.domains?.contains(domain.name) ?? true }
            guard !routes.isEmpty else { continue }
            if let index = sets.firstIndex(where: { $0.routes == routes }) {
                sets[index].domains.append(domain)
            } else {
                sets.append(([domain], routes))
            }
        }
        return sets
    }

    /// What the lines of a route take beyond it, for people; `nil` when nothing.
    fileprivate func excess(_ route: ClientRoute, _ domains: [Domain]) -> String? {
        var reasons: [String] = []
        if !route.webForm.items.allSatisfy(\.isOptional) { reasons.append("its query is not asked for") }
        if route.webForm.segments.contains(where: \.hasFreeTail) {
            reasons.append("the end of a segment is not asked for")
        }
        if route.webForm.depthLimit != nil { reasons.append("a path may be deeper than 16 segments") }
        if domains.contains(where: { $0.optOut != nil }) { reasons.append("links that opt out are taken too") }
        let earlier = links.routes.prefix { $0.name != route.name }.filter { other in
            !other.opensApp && other.webForm.mayShareAPath(with: route.webForm)
                && domains.contains { domain in other.domains?.contains(domain.name) ?? true }
        }
        if !earlier.isEmpty {
            reasons.append("\(earlier.map(\.name.text).joined(separator: ", ")) should stay in the browser")
        }
        var text = reasons.isEmpty ? nil : "wider than the route: \(reasons.joined(separator: "; "))"
        if domains.contains(where: { !$0.isCaseSensitive }) {
            text = (text.map { $0 + ". And narrower" } ?? "narrower than the route") + ": the case of letters counts"
        }
        return text
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

    fileprivate mutating func addWebFilter(_ domains: [Domain], _ routes: [ClientRoute], _ code: KotlinCode) {
        add("<intent-filter android:autoVerify=\"true\">")
        indented { text in
            text.addActionAndCategories()
            text.add()
            text.add("<data android:scheme=\"http\" />")
            text.add("<data android:scheme=\"https\" />")
            for domain in domains { text.add("<data android:host=\"\(domain.name)\" />") }
            for route in routes {
                text.add()
                let note = code.excess(route, domains).map { ": \($0)." } ?? ""
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

extension LinkForm.Segment {
    /// Whether a text follows a free capture: Android's patterns cannot go back to find it.
    fileprivate var hasFreeTail: Bool {
        guard case .capture(let capture, _, let tail) = self, case .any = capture.values else { return false }
        return !tail.isEmpty
    }
}

extension [ClientRoute] {
    /// Those for which a condition does not hold, and those for which it does, in order.
    fileprivate func partitioned(by condition: (ClientRoute) -> Bool) -> ([ClientRoute], [ClientRoute]) {
        (filter { !condition($0) }, filter(condition))
    }
}

extension LinkForm {
    /// Whether the paths can only be told by a pattern.
    fileprivate var needsAndroidPattern: Bool { Self.literals(fixedSegments) == nil }

    private var fixedSegments: [Segment] {
        segments.filter { if case .rest = $0 { false } else { true } }
    }

    /// Listed values are written out where that makes no more lines than these.
    private static let mostLists = 32

    /// The path attributes that take every link of the form.
    fileprivate var androidPaths: [String] {
        let hasRest = segments.contains { if case .rest = $0 { true } else { false } }
        let fixed = fixedSegments
        if let paths = Self.literals(fixed) {
            return paths.flatMap { path -> [String] in
                if path.isEmpty { return hasRest ? ["pathPrefix=\"/\""] : ["path=\"/\"", "path=\"\""] }
                let text = path.manifestText
                return ["path=\"\(text)\""] + [hasRest ? "pathPrefix=\"\(text)/\"" : "path=\"\(text)/\""]
            }
        }
        let pattern = fixed.map { "/" + $0.androidPattern }.joined().manifestText
        let whole = "pathAdvancedPattern=\"\(pattern)/{0,1}\""
        return hasRest ? [whole, "pathAdvancedPattern=\"\(pattern)/.*\""] : [whole]
    }

    /// The paths that the segments can be, decoded; `nil` when they are not all fixed or too many.
    private static func literals(_ segments: [Segment]) -> [String]? {
        var paths = [""]
        for segment in segments {
            switch segment {
            case .literal(let text): paths = paths.map { "\($0)/\(text.percentDecoded)" }
            case .capture(let capture, let head, let tail):
                guard case .listed(let texts) = capture.values, paths.count * texts.count <= mostLists else {
                    return nil
                }
                paths = paths.flatMap { path in texts.map { "\(path)/\((head + $0 + tail).percentDecoded)" } }
            case .rest: return nil
            }
        }
        return paths
    }
}

extension LinkForm.Segment {
    /// The segment as Android's advanced pattern.
    fileprivate var androidPattern: String {
        switch self {
        case .literal(let text): return text.percentDecoded.escapedForPattern
        case .rest: return ""
        case .capture(let capture, let head, let tail):
            let start = head.percentDecoded.escapedForPattern
            let end = tail.percentDecoded.escapedForPattern
            switch capture.values {
            case .digits(let counts):
                let range =
                    counts.lowerBound == counts.upperBound
                    ? "\(counts.lowerBound)" : "\(counts.lowerBound),\(counts.upperBound)"
                return "\(start)[0-9]{\(range)}\(end)"
            case .any, .listed: return "\(start)[^/]+"
            }
        }
    }
}

extension String {
    /// The text with what means something in a pattern escaped.
    fileprivate var escapedForPattern: String {
        map { ".*+[]{}\\^-".contains($0) ? "\\\($0)" : String($0) }.joined()
    }

    /// The text as a manifest's attribute: a backslash is written twice.
    fileprivate var manifestText: String {
        map { character in
            switch character {
            case "\\": "\\\\"
            case "&": "&amp;"
            case "<": "&lt;"
            case "\"": "&quot;"
            default: String(character)
            }
        }.joined()
    }
}
