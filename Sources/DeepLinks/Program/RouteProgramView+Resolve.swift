package import Platform

extension RouteProgramView {
    /// Decides where a request goes: the one function behind serving, `resolve` and tests.
    ///
    /// Allocates nothing, touches no reference count, and takes time linear in the request for every pattern
    /// (case 67).
    /// - Parameters:
    ///   - path: The path as the request has it; an empty one is `/`.
    ///   - query: The query without its question mark; none is empty.
    ///   - client: Who asks; `nil` when that is found out only where it matters.
    ///   - time: Now; a route outside its life span is passed over.
    ///   - captures: The workspace; holds what the Location is written from.
    ///   - isReentry: Whether the path is that of a link: then no other link is asked for.
    /// - Returns: A decision, or the link that makes it, or without a client that it depends on one.
    package func resolve(
        path: Span<UInt8>, query: Span<UInt8>, client: Client?, time: UnixTime, captures: inout Captures,
        isReentry: Bool = false
    ) -> Resolution {
        if words[ProgramLayout.flags] & (ProgramLayout.suspendedFlag | ProgramLayout.canonicalFlag) != 0,
            let early = aheadOfRoutes(path, &captures, isReentry: isReentry)
        {
            return early
        }
        guard split(path, &captures) else { return refusal(.badPath) }
        captures.knownItems = 0
        if !captures.hasEmptySegment {
            var candidates = Candidates()
            collect(&candidates, path, captures)
            while let route = next(&candidates, depth: captures.depth) {
                let record = word(ProgramLayout.routes) &+ route &* ProgramLayout.RouteRecord.size
                guard matchPath(record: record, path, &captures), matchItems(record: record, query, &captures),
                    let seconds = secondsLeft(record, time)
                else { continue }
                if words[record] & ProgramLayout.RouteRecord.linksFlag == 0 {
                    guard word(record &+ ProgramLayout.RouteRecord.targets) != 0 else {
                        return web(route, record, seconds, path, query, captures)
                    }
                    guard let client else { return .needsClient(ClientRequest(route: route, record: record)) }
                    return .decided(choose(client, route, record, seconds, path, query, captures))
                }
                if isReentry { return refusal(.linkToLink, route) }
                guard readSlug(record, path, query, &captures) else { return refusal(.unknownLink, route) }
                return .needsLink(LinkRequest(route: route))
            }
        }
        return unmatched(client, path, query, captures)
    }

    /// What a domain answers for every path: the 404 page while its tenant is suspended, a redirect where another host
    /// stands for it.
    ///
    /// A refused path stays refused, and a link's own path is not led away.
    @inline(never)
    private func aheadOfRoutes(_ path: Span<UInt8>, _ captures: inout Captures, isReentry: Bool) -> Resolution? {
        if words[ProgramLayout.flags] & ProgramLayout.suspendedFlag != 0 { return refusal(.suspended) }
        guard !isReentry else { return nil }
        guard split(path, &captures) else { return refusal(.badPath) }
        let redirect = Redirect(
            status: 301, maxAge: RedirectPolicy.canonicalAge, target: .template(word(ProgramLayout.canonical)))
        return .decided(Decision(answer: .redirect(redirect), reason: .canonicalHost, route: nil))
    }

    /// What a URL gets that no route matches.
    private func unmatched(
        _ client: Client?, _ path: Span<UInt8>, _ query: Span<UInt8>, _ captures: borrowing Captures
    ) -> Resolution {
        typealias Record = ProgramLayout.RouteRecord
        let record = word(captures.depth == 0 ? ProgramLayout.root : ProgramLayout.fallback)
        guard word(record &+ Record.targets) == 0 else {
            guard let client else { return .needsClient(ClientRequest(route: nil, record: record)) }
            return .decided(choose(client, nil, record, 0, path, query, captures))
        }
        if words[record] & Record.notFoundFlag != 0 { return refusal(.fallback) }
        let redirect = Redirect(status: 302, maxAge: 0, target: .template(word(record &+ Record.template)))
        return .decided(Decision(answer: .redirect(redirect), reason: .fallback, route: nil))
    }

    /// Whether the hosts of links' destinations are to be looked at.
    package var limitsHosts: Bool { words[ProgramLayout.flags] & ProgramLayout.hostsFlag != 0 }

    /// Whether search engines may list links by their own addresses.
    package var indexesLinks: Bool { words[ProgramLayout.flags] & ProgramLayout.indexFlag != 0 }

    /// The robots file; empty where the domain has none of its own, and while its tenant is suspended.
    package var robots: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let isSuspended = words[ProgramLayout.flags] & ProgramLayout.suspendedFlag != 0
            let start = word(ProgramLayout.robots)
            return text.extracting(start..<(isSuspended ? start : start &+ word(ProgramLayout.robots &+ 1)))
        }
    }

    /// What browsers are told over HTTPS, as `Strict-Transport-Security` has it; empty for nothing.
    package var strictTransport: Span<UInt8> {
        @_lifetime(copy self)
        get {
            let start = word(ProgramLayout.strictTransport)
            return text.extracting(start..<(start &+ word(ProgramLayout.strictTransport &+ 1)))
        }
    }

    /// Whether the answer of any route depends on who asks.
    package var dependsOnClient: Bool { words[ProgramLayout.flags] & ProgramLayout.clientFlag != 0 }

    /// Where the domain leads when nothing else is known; `nil` while its tenant is suspended.
    package var fallback: RedirectTarget? {
        words[ProgramLayout.flags] & ProgramLayout.suspendedFlag == 0
            ? .template(word(word(ProgramLayout.fallback) &+ ProgramLayout.RouteRecord.template)) : nil
    }

    /// Goes on when it is known who asks; path, query and captures are those of the resolution.
    package func decide(
        client: Client, request: ClientRequest, path: Span<UInt8>, query: Span<UInt8>, time: UnixTime,
        captures: borrowing Captures
    ) -> Decision {
        choose(
            client, request.route, request.record, secondsLeft(request.record, time) ?? 0, path, query, captures)
    }

    /// Goes on when the link is known.
    ///
    /// - Parameters:
    ///   - link: What is known of it.
    ///   - request: What was asked for.
    ///   - client: Who asks.
    ///   - isForPlatform: Whether the link has named this place for the client's platform, and not for all.
    ///   - time: Now.
    ///   - path: The path of the resolution.
    ///   - query: Its query.
    ///   - captures: Its workspace.
    /// - Returns: A decision, or that the link's path comes next.
    package func decide(
        link: LinkAnswer, request: LinkRequest, client: Client = Client(), isForPlatform: Bool = false, time: UnixTime,
        path: Span<UInt8>, query: Span<UInt8>, captures: borrowing Captures
    ) -> LinkStep {
        // The tenant may have been suspended while the link was looked up.
        if words[ProgramLayout.flags] & ProgramLayout.suspendedFlag != 0 {
            return .decided(Decision(answer: .notFound, reason: .suspended, route: nil))
        }
        let expires: Int64?
        var isPath = false
        var isApp = false
        var hasWay = false
        switch link {
        case .unknown:
            return .decided(Decision(answer: .notFound, reason: .unknownLink, route: request.route))
        case .refused:
            return .decided(Decision(answer: .notFound, reason: .refusedDestination, route: request.route))
        case .url(let end): expires = end
        case .path(let end): (expires, isPath) = (end, true)
        case .app(let end, let way): (expires, isApp, hasWay) = (end, true, way)
        }
        let record = word(ProgramLayout.routes) &+ request.route &* ProgramLayout.RouteRecord.size
        guard let seconds = Self.seconds(from: time, to: expires ?? .max) else {
            return .decided(Decision(answer: .notFound, reason: .expiredLink, route: request.route))
        }
        if isPath { return .reenter }
        if isApp { return .decided(offer(request, client, hasWay: hasWay)) }
        let left = min(seconds, secondsLeft(record, time) ?? 0)
        guard isForPlatform || word(record &+ ProgramLayout.RouteRecord.targets) == 0 else {
            return .decided(choose(client, request.route, record, left, path, query, captures))
        }
        let redirect = redirect(record, left, .link)
        return .decided(Decision(answer: .redirect(redirect), reason: .link, route: request.route))
    }

    /// How the redirect of a link's path answers the link's own URL: with the status of the link's route, and kept no
    /// longer than that route, the link and the path's route allow (case 75).
    package func redirect(_ redirect: Redirect, of link: LinkAnswer, request: LinkRequest, time: UnixTime) -> Redirect {
        let record = word(ProgramLayout.routes) &+ request.route &* ProgramLayout.RouteRecord.size
        let expires: Int64 = if case .path(let end?) = link { end } else { .max }
        let seconds = min(Self.seconds(from: time, to: expires) ?? 0, secondsLeft(record, time) ?? 0)
        let own = self.redirect(record, seconds, redirect.target)
        return Redirect(status: own.status, maxAge: min(own.maxAge, redirect.maxAge), target: redirect.target)
    }

    /// What is decided of a link into an app: a page whose button opens it; a redirect would strand everyone without the
    /// app (case 81).
    ///
    /// The way on is where the link leads all others, if that is the web, else the domain's fallback. The page's stores
    /// are those of the app.
    private func offer(_ request: LinkRequest, _ client: Client, hasWay: Bool) -> Decision {
        let fallback = word(word(ProgramLayout.fallback) &+ ProgramLayout.RouteRecord.template)
        let page = PageAnswer(
            target: hasWay ? .link : .template(fallback),
            purpose: client.kind.isProgram ? .preview : .choice,
            store: nil)
        return Decision(answer: .page(page), reason: .link, route: request.route, variesByClient: true)
    }

    private func refusal(_ reason: Reason, _ route: Int? = nil) -> Resolution {
        .decided(Decision(answer: .notFound, reason: reason, route: route))
    }

    private func redirect(_ record: Int, _ seconds: Int, _ target: RedirectTarget) -> Redirect {
        typealias Record = ProgramLayout.RouteRecord
        let maxAge = min(word(record &+ Record.maxAge), seconds)
        return Redirect(status: word(record &+ Record.status), maxAge: maxAge, target: target)
    }

    private func web(
        _ route: Int, _ record: Int, _ seconds: Int, _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ captures: borrowing Captures
    ) -> Resolution {
        let template = word(record &+ ProgramLayout.RouteRecord.template)
        if isUnsafe(template, path, query, captures) { return refusal(.unsafeCapture, route) }
        let redirect = redirect(record, seconds, .template(template))
        return .decided(Decision(answer: .redirect(redirect), reason: .route, route: route))
    }

    /// Whether a captured value would make a dot segment.
    @inline(__always)
    private func isUnsafe(
        _ template: Int, _ path: Span<UInt8>, _ query: Span<UInt8>, _ captures: borrowing Captures
    ) -> Bool {
        var mask = words[template &+ ProgramLayout.Template.dotMask]
        var index = 0
        while mask != 0 {
            if mask & 1 == 1 {
                let value = captures.values[index]
                let start = Int(value.start)
                let end = start &+ Int(value.count)
                if PathText.isDotSegment(value.isFromQuery ? query : path, start, end) { return true }
            }
            mask &>>= 1
            index &+= 1
        }
        return false
    }

    /// Where a client goes on a route that has targets, or where none decides and a page is shown.
    ///
    /// Programs that draw previews read what the link is about, and no program comes to a store (cases 76 and 77); nor does
    /// an app that asks, for it is there. No store opens by itself in an in-app browser, for the app may be there (case 79).
    @inline(never)
    private func choose(
        _ client: Client, _ route: Int?, _ record: Int, _ seconds: Int, _ path: Span<UInt8>, _ query: Span<UInt8>,
        _ captures: borrowing Captures
    ) -> Decision {
        typealias Targets = ProgramLayout.Targets
        let targets = word(record &+ ProgramLayout.RouteRecord.targets)
        let entry = targets &+ Targets.platforms &+ Int(client.platform.rawValue) &* Targets.entrySize
        let isLinks = words[record] & ProgramLayout.RouteRecord.linksFlag != 0
        var kind = words[entry]
        var template = word(entry &+ 1)
        let store = word(entry &+ 2)
        if client.kind.isProgram || client.isApp, kind == Targets.store { kind = Targets.web }
        if client.kind == .inApp, kind == Targets.store { kind = Targets.page }
        if kind == Targets.store { template = store }
        let reason: Reason = route == nil ? .fallback : isLinks ? .link : .route
        if template != 0, isUnsafe(template, path, query, captures) {
            return Decision(answer: .notFound, reason: .unsafeCapture, route: route, variesByClient: true)
        }
        let target: RedirectTarget = template == 0 ? .link : .template(template)
        if client.kind == .preview, words[targets &+ Targets.preview] != 0 {
            let page = PageAnswer(target: target, purpose: .preview, store: nil)
            return Decision(answer: .page(page), reason: .preview, route: route, variesByClient: true)
        }
        guard kind == Targets.page else {
            let redirect = redirect(record, seconds, target)
            return Decision(answer: .redirect(redirect), reason: reason, route: route, variesByClient: true)
        }
        let page = PageAnswer(
            target: target, purpose: client.kind.isProgram ? .preview : .choice,
            store: client.kind.isProgram || store == 0 ? nil : store)
        return Decision(answer: .page(page), reason: reason, route: route, variesByClient: true)
    }

    /// Seconds until the route's life span ends; `nil` outside it.
    private func secondsLeft(_ record: Int, _ time: UnixTime) -> Int? {
        let span = word(record &+ ProgramLayout.RouteRecord.lifeSpan)
        guard span != 0 else { return .max }
        guard time.microseconds >= number(span) else { return nil }
        return Self.seconds(from: time, to: number(span &+ 2))
    }

    private static func seconds(from time: UnixTime, to end: Int64) -> Int? {
        guard end < .max else { return .max }
        guard time.microseconds < end else { return nil }
        let (distance, overflow) = end.subtractingReportingOverflow(time.microseconds)
        return overflow ? .max : Int(distance / 1_000_000)
    }

    private func number(_ place: Int) -> Int64 {
        Int64(truncatingIfNeeded: UInt64(words[place]) | UInt64(words[place &+ 1]) &<< 32)
    }
}

// MARK: - Slugs

extension RouteProgramView {
    /// Decodes the slug once and folds it where the domain folds; `false` when no link can have it.
    private func readSlug(
        _ record: Int, _ path: Span<UInt8>, _ query: Span<UInt8>, _ captures: inout Captures
    ) -> Bool {
        let index = word(record &+ ProgramLayout.RouteRecord.captureIndex)
        guard index < captures.values.count else { return false }
        let value = captures.values[index]
        let text = value.isFromQuery ? query : path
        var position = Int(value.start)
        let end = position &+ Int(value.count)
        captures.slugCount = 0
        while position < end {
            guard let characterEnd = PathText.characterEnd(text, position, end) else { return false }
            while position < characterEnd {
                guard captures.slugCount < Captures.longestSlug, let byte = PathText.byte(text, position, end) else {
                    return false
                }
                captures.slugBytes[captures.slugCount] = folds ? URLCharacter.folded(byte.value) : byte.value
                captures.slugCount &+= 1
                position = byte.end
            }
        }
        return captures.slugCount > 0
    }
}
