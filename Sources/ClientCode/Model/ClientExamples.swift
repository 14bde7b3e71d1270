internal import DeepLinks

/// Finds URLs that show what the routes decide: examples that open the app, and near misses that do not.
struct ClientExamples {
    /// The app.
    let app: AppName
    private let domains: [(domain: Domain, set: RouteSet, decisions: AppDecisions)]

    init(_ tenant: Tenant, _ domains: [Domain], app: AppName) {
        self.app = app
        self.domains = domains.map { domain in
            let set = tenant.routeSet(for: domain)
            return (domain, set, AppDecisions(set))
        }
    }

    /// The examples of a route, made absolute; a made-up one where it has none.
    func urls(of route: Route) -> [ClientExample] {
        let holding = domains.lazy.map(\.domain.name).first { route.domains?.contains($0) ?? true }
        guard let base = holding.flatMap(host) else { return [] }
        let given = route.examples.map { $0.hasPrefix("/") ? "https://\(base)\($0)" : $0 }
        let examples = given.compactMap { example($0, of: route.name) }
        if !examples.isEmpty { return examples }
        let samples = ["example", "a", "x-1"].map { "https://\(base)" + SampleText($0).text(route.pattern) }
        return samples.lazy.compactMap { example($0, of: route.name) }.prefix(1).map(\.self)
    }

    /// URLs near the examples that stay in the browser, at most three for each route, with an opt-out, and of the app's
    /// own scheme.
    func nearMisses(of routes: [ClientRoute], scheme: URLScheme?) -> [String] {
        var misses: [String] = []
        for route in routes {
            let tries =
                route.opensApp
                ? route.examples.prefix(1).flatMap { MutatedURL($0.url).texts } : route.examples.map(\.url.description)
            let known = misses
            misses += tries.lazy.compactMap(miss).filter { !known.contains($0) }.prefix(3)
        }
        let example = routes.first { $0.opensApp }?.examples.first?.url
        if let example, example.query == nil, example.fragment == nil, let optOut = owner(of: example)?.domain.optOut {
            misses += ["\(example)?\(optOut.queryItem)=1", "\(example)#\(optOut.fragment)"].compactMap(miss)
        }
        // Without domains of their own, all routes hold for scheme URLs as they do for the first domain.
        if let scheme, let base = domains.first.flatMap({ host(of: $0.domain.name) }),
            routes.allSatisfy({ $0.domains == nil && $0.schemeForm == $0.webForm }),
            miss("https://\(base)/other") != nil
        {
            misses.append("\(scheme)://other")
        }
        return misses
    }

    private func example(_ text: String, of name: RouteName) -> ClientExample? {
        guard let url = plain(text), let owner = owner(of: url), let match = owner.decisions.match(url),
            owner.set.routes[match.route].name == name, let host = try? url.canonicalHost()
        else { return nil }
        let pairs = match.captures.map { ($0.name, $0.value) }
        let values = Dictionary(pairs, uniquingKeysWith: { first, _ in first })
        // What the app prints must be the same route's: another escape of a value may be another route's.
        guard let texts = CanonicalText(values),
            let printed = plain("https://\(host)" + texts.text(owner.set.routes[match.route].pattern)),
            let again = owner.decisions.match(printed), owner.set.routes[again.route].name == name
        else { return nil }
        return ClientExample(url: url, values: values)
    }

    private func miss(_ text: String) -> String? {
        guard let url = plain(text), let owner = owner(of: url), !owner.decisions.opens(url, app) else { return nil }
        return text
    }

    /// A URL of characters that every URL library leaves as they are.
    private func plain(_ text: String) -> LinkURL? {
        guard text.utf8.allSatisfy({ isLetter($0) || isDigit($0) || "-._~:/?#@!&'()*+,;=%$".utf8.contains($0) }) else {
            return nil
        }
        guard let url = try? LinkURL(text), url.port == nil else { return nil }
        return url
    }

    private func owner(of url: LinkURL) -> (domain: Domain, set: RouteSet, decisions: AppDecisions)? {
        guard let host = try? url.canonicalHost() else { return nil }
        return domains.first { $0.domain.name.covers(host) }
    }

    /// A host that a domain, and none before it, answers for.
    private func host(of name: DomainName) -> String? {
        guard case .wildcard(let parent) = name else { return name.text }
        return ["www", "go", "a", "b", "c"].map { "\($0).\(parent.text)" }.first { host in
            domains.first { $0.domain.name.covers(host) }?.domain.name == name
        }
    }
}

/// Texts for the captures of a pattern.
private protocol CaptureTexts {
    /// The rest of the path, without the slash before it; `nil` is none.
    func rest(_ name: String) -> String?
    /// The text of a capture; `nil` leaves an optional item out.
    func value(_ capture: PatternCapture) -> String?
}

extension CaptureTexts {
    /// Path and query of a URL that the pattern matches.
    func text(_ pattern: RoutePattern) -> String {
        var path = pattern.segments.map { "/" + segment($0) }.joined()
        if let rest = pattern.rest.flatMap(rest), !rest.isEmpty { path += "/\(rest)" }
        let items = pattern.items.compactMap { item in value(item).map { "\(item.name)=\($0)" } }
        return (path.isEmpty ? "/" : path) + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
    }

    private func segment(_ segment: PatternSegment) -> String {
        switch segment {
        case .literal(let text): text
        case .capture(let capture, let head, let tail): head + (value(capture) ?? "") + tail
        }
    }

    private func value(_ item: PatternItem) -> String? {
        switch item.condition {
        case .equals(let text): text
        case .captured(let capture): value(capture)
        }
    }
}

/// What an app prints for captured texts.
private struct CanonicalText: CaptureTexts {
    private let values: [String: String]

    /// Encodes anew; `nil` for a text with a bad escape or bytes that are no UTF-8, which no app reads.
    init?(_ values: [String: String]) {
        var encoded: [String: String] = [:]
        for (name, text) in values {
            var segments: [String] = []
            for segment in text.split(separator: "/", omittingEmptySubsequences: false) {
                let bytes = PercentEncoding.decoded(segment.utf8)
                let isWhole = !bytes.contains(UInt8(ascii: "%")) || segment.contains("%25")
                guard isWhole, Array(String(decoding: bytes, as: UTF8.self).utf8) == bytes else { return nil }
                segments.append(PercentEncoding.encoded(bytes))
            }
            encoded[name] = segments.joined(separator: "/")
        }
        self.values = encoded
    }

    func rest(_ name: String) -> String? { values[name] }

    func value(_ capture: PatternCapture) -> String? {
        guard let value = values[capture.name], !value.isEmpty else { return nil }
        if case .listed(let texts) = capture.values {
            return texts.first { PercentEncoding.decoded($0.utf8) == PercentEncoding.decoded(value.utf8) } ?? value
        }
        return value
    }
}

/// Texts of no meaning.
private struct SampleText: CaptureTexts {
    private let free: String

    init(_ free: String) { self.free = free }

    func rest(_ name: String) -> String? { free }

    func value(_ capture: PatternCapture) -> String? {
        if capture.place == .optionalItem { return nil }
        return switch capture.values {
        case .any: free
        case .digits(let counts): String(repeating: "7", count: max(counts.lowerBound, min(2, counts.upperBound)))
        case .listed(let texts): texts[0]
        }
    }
}

/// A URL with one thing changed.
private struct MutatedURL {
    let texts: [String]

    init(_ url: LinkURL) {
        let bytes = Array(url.bytes)
        let origin = String(decoding: bytes[..<url.path.startIndex], as: UTF8.self)
        let path = String(decoding: url.path, as: UTF8.self)
        let query = url.query.map { String(decoding: $0, as: UTF8.self) }
        let segments = path.split(separator: "/").map(String.init)
        let items = (query ?? "").split(separator: "&").map(String.init)
        let write = { (segments: [String], items: [String]) in
            origin + "/" + segments.joined(separator: "/") + (items.isEmpty ? "" : "?" + items.joined(separator: "&"))
        }
        var texts: [String] = []
        for index in items.indices.reversed() {
            let name = items[index].prefix { $0 != "=" }
            for item in ["\(name)=", "\(name)=other"] {
                var items = items
                items[index] = item
                texts.append(write(segments, items))
            }
        }
        for index in segments.indices.reversed() {
            var segments = segments
            segments[index] = "other"
            texts.append(write(segments, items))
        }
        texts += [write(segments + ["more"], items), write([""] + segments, items), write(segments.dropLast(), items)]
        self.texts = texts
    }
}
