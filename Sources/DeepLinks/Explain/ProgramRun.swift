internal import Platform

/// One run of a set's program, with everything it used.
struct ProgramRun {
    private let set: RouteSet
    private let host: String
    private let port: UInt16
    private let program: RouteProgram
    var client: Client
    private let time: UnixTime

    private var asked: (path: [UInt8], query: [UInt8]) = ([], [])
    private(set) var path: [UInt8] = []
    private(set) var query: [UInt8] = []
    private(set) var decision = Decision(answer: .notFound, reason: .none, route: nil)
    private(set) var linkRequest: LinkRequest?
    private(set) var slug = ""
    private(set) var captures: [ExplainedCapture] = []
    private(set) var outcome = ExplainedOutcome.notFound

    init(_ set: RouteSet, host: String, port: Int? = nil, client: Client, time: UnixTime) {
        self.set = set
        self.host = host
        self.port = UInt16(clamping: port ?? 0)
        program = RouteProgram(set)
        self.client = client
        self.time = time
    }

    /// Runs the program on a path and a query.
    mutating func resolve(path: [UInt8], query: [UInt8], isReentry: Bool = false) {
        self.path = path
        self.query = query
        if !isReentry { asked = (path, query) }
        var workspace = Captures()
        let resolution = program.view.resolve(
            path: path.span, query: query.span, client: client, time: time, captures: &workspace, isReentry: isReentry
        )
        switch resolution {
        case .needsLink(let request):
            linkRequest = request
            slug = workspace.slug.text
            note(route: request.route, workspace)
        case .needsClient(let request):
            decide(
                program.view.decide(
                    client: client, request: request, path: path.span, query: query.span, time: time,
                    captures: workspace), workspace)
        case .decided(let decision): decide(decision, workspace)
        }
    }

    /// Goes on with the link that was asked for.
    mutating func answer(_ link: Link?, _ request: LinkRequest) {
        switch link?.life.state(at: time) {
        case .inactive?:
            step(.unknown, request, "")
            decision = Decision(answer: .notFound, reason: .inactiveLink, route: request.route)
            return
        case .expired?:
            step(.url(expires: link?.life.expires?.microseconds), request, "")
            guard let afterwards = link?.afterwards, decision.reason == .expiredLink,
                set.destinationRules.refusal(of: afterwards) == nil
            else { return }
            let writer = LocationText(program: program, host: host, path: path, query: query)
            outcome = .redirect(
                status: 302, maxAge: 0, location: writer.link(Array(afterwards.text.utf8), request))
            return
        case .live?, nil: break
        }
        guard let link else { return step(.unknown, request, "") }
        let expires = link.life.expires?.microseconds
        let place = link.details.destination(for: client)
        let destination = place ?? link.destination
        let isForPlatform = place != nil
        let text = destination.text
        switch destination {
        case _ where set.destinationRules.refusal(of: destination, apps: set.apps) != nil:
            step(.refused, request, text)
        case .url: step(.url(expires: expires), request, text, isForPlatform)
        case .path: step(.path(expires: expires), request, text, isForPlatform)
        case .app:
            let way = isForPlatform ? link.destination.way(on: host) : nil
            let isAllowed = way != nil && set.destinationRules.refusal(of: link.destination, apps: set.apps) == nil
            step(.app(expires: expires, hasWay: isAllowed), request, isAllowed ? way ?? "" : text, isForPlatform)
        }
        if link.details.preview != nil { preview(request) }
        if link.details.variesByClient { decision.variesByClient = true }
    }

    /// Gives programs that draw previews what the link says of itself.
    private mutating func preview(_ request: LinkRequest) {
        let previewed = decision.previewed(for: client, route: request.route)
        guard previewed != decision, case .redirect(_, _, let location) = outcome else { return }
        decision = previewed
        outcome = .page(.preview, way: location, store: nil)
    }

    private mutating func step(
        _ answer: LinkAnswer, _ request: LinkRequest, _ destination: String, _ isForPlatform: Bool = false
    ) {
        let destination = Array(destination.utf8)
        // What the link's route captured.
        var workspace = Captures()
        _ = program.view.resolve(
            path: path.span, query: query.span, client: client, time: time, captures: &workspace)
        let step = program.view.decide(
            link: answer, request: request, client: client, isForPlatform: isForPlatform, time: time, path: path.span,
            query: query.span, captures: workspace)
        switch step {
        case .reenter:
            let next = LinkPath(destination: destination.span, query: query.span)
            resolve(path: Array(next.path.text.utf8), query: Array(next.query.text.utf8), isReentry: true)
            guard case .redirect(_, _, let location) = outcome, case .redirect(let redirect) = decision.answer else {
                return
            }
            let own = program.view.redirect(redirect, of: answer, request: request, time: time)
            outcome = .redirect(status: own.status, maxAge: own.maxAge, location: location)
        case .decided(let decision):
            settle(decision, workspace, link: destination, request)
        }
    }

    private mutating func decide(_ decision: Decision, _ workspace: borrowing Captures) {
        if let route = decision.route { note(route: route, workspace) }
        settle(decision, workspace, link: [], LinkRequest(route: decision.route ?? 0))
    }

    private mutating func settle(
        _ decision: Decision, _ workspace: borrowing Captures, link: [UInt8], _ request: LinkRequest
    ) {
        self.decision = decision
        outcome = outcome(of: decision, workspace, link: link, request)
        guard case .redirect(_, _, let location) = outcome, isOwn(location) else { return }
        self.decision = Decision(answer: .notFound, reason: .ownURL, route: decision.route)
        outcome = .notFound
    }

    /// Whether a Location is the URL that was asked for, of a link's path that of the link.
    private func isOwn(_ location: String) -> Bool {
        OwnURL.isSame(
            Array(location.utf8).span, host: Array(host.utf8).span, port: port, path: asked.path.span,
            query: asked.query.span)
    }

    private func outcome(
        of decision: Decision, _ workspace: borrowing Captures, link: [UInt8], _ request: LinkRequest
    ) -> ExplainedOutcome {
        switch decision.answer {
        case .notFound: return .notFound
        case .redirect(let redirect):
            let location = location(of: redirect.target, workspace, link: link, request)
            return .redirect(status: redirect.status, maxAge: redirect.maxAge, location: location)
        case .page(let page):
            let way = location(of: page.target, workspace, link: link, request)
            var store: String?
            if let template = page.store {
                store = location(of: .template(template), workspace, link: link, request)
            }
            return .page(page.purpose, way: way, store: store)
        }
    }

    /// The text of a Location; a store is told of the URL that was asked for, not of what a link's path has made of it.
    private func location(
        of target: RedirectTarget, _ workspace: borrowing Captures, link: [UInt8], _ request: LinkRequest
    ) -> String {
        switch target {
        case .template(let template):
            let isOfRequest = program.view.namesRequest(template: template)
            let (path, query) = isOfRequest ? asked : (path, query)
            return LocationText(program: program, host: host, path: path, query: query).template(template, workspace)
        case .link:
            return LocationText(program: program, host: host, path: path, query: query).link(link, request)
        }
    }

    private mutating func note(route: Int, _ workspace: borrowing Captures) {
        captures = workspace.explained(set.routes[route].pattern, path: path.span, query: query.span)
    }
}
