import DeepLinks
import HTTPServer
import HTTPWire
import JSONText

/// What an app is told that asks where a link leads, with `Accept: application/json`; see the article "What apps can ask".
extension LoopGateway {
    /// Answers with what a request came to, in place of a redirect or a page.
    ///
    /// - Parameters:
    ///   - decision: What was decided.
    ///   - destination: Where a browser would go; empty for nowhere.
    ///   - domain: The domain.
    ///   - path: The path that was decided on: that of the request, or of the link that led to it.
    ///   - query: Its query.
    ///   - isLink: Whether the destination is a link's own URL.
    ///   - opens: The URL of an app's own scheme to which the link leads the client.
    ///   - response: What is written.
    mutating func describe(
        _ decision: Decision, _ destination: [UInt8], _ domain: FoundDomain, _ path: Span<UInt8>,
        _ query: Span<UInt8>, isLink: Bool = false, opens: String? = nil, _ response: inout ResponseWriter
    ) {
        let served = table.domain(numbered: domain)
        var opening: AppOpeningURL?
        if !destination.isEmpty, let served {
            opening =
                if let opens {
                    AppOpeningURL(schemeURL: opens, among: served.details?.routes.apps ?? [])
                } else if isLink {
                    self.opening(at: destination, of: served)
                } else {
                    self.opening(of: served, decision, path, query)
                }
        }
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("version", 1)
            writer.member("open", opening == nil ? "web" : "app")
            writer.member("reason", "\(decision.reason)")
            if !destination.isEmpty { writer.member("destination", String(decoding: destination, as: UTF8.self)) }
            if let opening { writer.write(opening) }
        }
        let status: HTTPStatus = !destination.isEmpty ? .ok : decision.reason == .expiredLink ? .gone : .notFound
        answer(status, writer, variesByClient: decision.variesByClient, &response)
    }

    /// Says that a link cannot be looked up now.
    func describeUnavailable(_ response: inout ResponseWriter) {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("version", 1)
            writer.member("open", "web")
            writer.member("reason", "\(Reason.linkUnavailable)")
        }
        answer(.serviceUnavailable, writer, variesByClient: false, &response)
    }

    private func answer(
        _ status: HTTPStatus, _ writer: JSONWriter, variesByClient: Bool, _ response: inout ResponseWriter
    ) {
        response.start(status)
        if status == .serviceUnavailable { response.field("Retry-After", "1") }
        response.field("Content-Type", "application/json")
        response.field("Cache-Control", "no-store")
        response.field("X-Content-Type-Options", "nosniff")
        response.field("Vary", "Accept")
        if variesByClient { response.varyByClient() }
        response.end((writer.bytes + [0x0A]).span)
    }

    // MARK: - Apps

    /// What the deciding route opens; `nil` where no app is.
    private mutating func opening(
        of domain: ServedDomain, _ decision: Decision, _ path: Span<UInt8>, _ query: Span<UInt8>
    ) -> AppOpeningURL? {
        guard let index = decision.route, let routes = domain.details?.routes, routes.routes.indices.contains(index)
        else { return nil }
        let route = routes.routes[index]
        let url = "https://\(domain.key.host)/?" + String(decoding: [UInt8](copying: query), as: UTF8.self)
        if let optOut = routes.optOut, let url = try? LinkURL(url), optOut.applies(to: url) { return nil }
        let captures = captures.explained(route.pattern, path: path, query: query)
        return AppOpeningURL(route, captures, among: routes.apps)
    }

    /// What a link's own URL opens, if it is one of the same tenant.
    private mutating func opening(at destination: [UInt8], of domain: ServedDomain) -> AppOpeningURL? {
        guard let url = try? LinkURL(String(decoding: destination, as: UTF8.self)),
            let host = try? url.canonicalHost(), let other = table.domain(answering: host),
            other.tenantName == domain.tenantName, let found = table.find(other.key)
        else { return nil }
        if let optOut = other.details?.routes.optOut, optOut.applies(to: url) { return nil }
        let program = RouteProgramView(words: found.words, text: found.text)
        let (path, query) = (Array(url.path), Array(url.query ?? []))
        let resolution = program.resolve(
            path: path.span, query: query.span, client: Client(), time: now, captures: &captures, isReentry: true)
        guard case .decided(let decision) = resolution else { return nil }
        return opening(of: other, decision, path.span, query.span)
    }
}

/// The apps that open, with the URL by which each can be opened.
private struct AppOpeningURL {
    /// The route that decides, and what it captured; `nil` where a link gives the URL itself.
    let route: (name: RouteName, captures: [ExplainedCapture])?
    let apps: [(name: AppName, schemeURL: String?)]

    /// The apps that a route opens.
    init?(_ route: Route, _ captures: [ExplainedCapture], among apps: [App]) {
        let apps = apps.filter { route.opens($0.name) }
        guard !apps.isEmpty else { return nil }
        self.route = (route.name, captures)
        self.apps = apps.map { app in
            (app.name, app.scheme.flatMap { route.schemeURL($0, captures: captures) })
        }
    }

    /// The apps that have the URL's scheme.
    init?(schemeURL url: String, among apps: [App]) {
        let scheme = url.prefix { $0 != ":" }.lowercased()
        let apps = apps.filter { $0.scheme?.text == scheme }
        guard !apps.isEmpty else { return nil }
        route = nil
        self.apps = apps.map { ($0.name, url) }
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ opening: AppOpeningURL) {
        if let route = opening.route {
            member("route", route.name.text)
            name("captures")
            object { writer in
                for capture in route.captures where !capture.value.isEmpty {
                    writer.member(capture.name, capture.value)
                }
            }
        }
        name("apps")
        array { writer in
            for app in opening.apps {
                writer.object { writer in
                    writer.member("name", app.name.text)
                    if let url = app.schemeURL { writer.member("schemeURL", url) }
                }
            }
        }
    }
}

extension RequestView {
    /// Whether the client asks for JSON before anything else.
    var prefersJSON: Bool {
        guard let accept, accept.count >= 16 else { return false }
        return accept.beginsWithJSON
    }
}

extension Span<UInt8> {
    /// Whether the first media range of a value of `Accept` is JSON, with a weight above 0 (RFC 9110 section 12.5.1).
    var beginsWithJSON: Bool {
        let wanted = ("application/json" as StaticString).bytes
        guard count >= wanted.count else { return false }
        for index in 0..<wanted.count where self[index] | 0x20 != wanted[index] | 0x20 { return false }
        guard count > wanted.count else { return true }
        switch self[wanted.count] {
        case UInt8(ascii: ","): return true
        case UInt8(ascii: ";"), UInt8(ascii: " "), 0x09: return hasWeight(from: wanted.count)
        default: return false
        }
    }

    /// Whether the parameters up to the next comma leave a weight above 0 (RFC 9110 section 12.4.2).
    private func hasWeight(from start: Int) -> Bool {
        var index = start
        while index < count, self[index] != UInt8(ascii: ",") {
            guard self[index] == UInt8(ascii: ";") else {
                index &+= 1
                continue
            }
            index &+= 1
            while index < count, self[index] == UInt8(ascii: " ") || self[index] == 0x09 { index &+= 1 }
            guard index &+ 2 < count, self[index] | 0x20 == UInt8(ascii: "q"), self[index &+ 1] == UInt8(ascii: "=")
            else { continue }
            index &+= 2
            while index < count, self[index] == UInt8(ascii: "0") || self[index] == UInt8(ascii: ".") { index &+= 1 }
            return index < count && isDigit(self[index])
        }
        return true
    }

    private func isDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }
}
