import Association
import Cryptography
import DeepLinks
import Platform
import Resolver

/// All checks of one domain, once: first the host itself and Apple's copy, then what the answers call for.
final class CheckRun: Sendable {
    /// How Apple's fetcher names itself.
    static let appleAgent = "AASA-Bot/1.0.0"
    /// How Google's fetcher names itself.
    static let googleAgent = "GoogleAssociationService"
    /// How a plain client names itself.
    static let plainAgent = "Mozilla/5.0 (compatible; Postern-doctor/1.0)"
    /// The most addresses of a name that are asked singly.
    static let addressLimit = 8

    private struct State {
        var observations: [Observation] = []
        var tls: [IPAddress: TLSEvidence] = [:]
        var waiting = 0
    }

    private let target: ProbeTarget
    private let setting: CheckSetting
    private let progress: @Sendable (Observation) -> Void
    private let completion: @Sendable (DomainReport) -> Void
    private let time = UnixTime.now()
    private let state = LockedValue(State())

    init(
        _ target: ProbeTarget, _ setting: CheckSetting, progress: @escaping @Sendable (Observation) -> Void,
        completion: @escaping @Sendable (DomainReport) -> Void
    ) {
        self.target = target
        self.setting = setting
        self.progress = progress
        self.completion = completion
    }

    private var configuration: DomainChecks.Configuration { setting.configuration }
    private var host: String { target.host.text }

    /// Begins with the look-up of the host, after which all of its addresses are known.
    func begin() {
        let deadline = MonotonicTime.now() + configuration.timeout
        setting.resolver.resolve(host, deadline: deadline) { [self] result in
            switch result {
            case .success(let found): askHost(found.addresses)
            case .failure(let error):
                for kind in [AssociationKind.aasa, .assetlinks] {
                    take(
                        Observation(
                            .file(kind), url: wellKnown(kind).description, time: time,
                            outcome: .failed(TransferFailure(error))))
                }
                perform([deviceCopy]) { [self] in askAgain() }
            }
        }
    }

    /// One thing to ask for.
    private struct Question {
        let thing: ObservedThing
        let request: TransferRequest
    }

    // MARK: - First round

    private func askHost(_ addresses: [IPAddress]) {
        var questions = [
            origin(.file(.aasa), wellKnown(.aasa), Self.appleAgent, addresses),
            origin(.file(.assetlinks), wellKnown(.assetlinks), Self.googleAgent, addresses),
            deviceCopy,
        ]
        guard configuration.policy.firstBlocked(of: addresses) == nil, !addresses.isEmpty else {
            perform(questions) { [self] in askAgain() }
            return
        }
        questions += [
            origin(.plainFile(.aasa), wellKnown(.aasa), Self.plainAgent, addresses),
            origin(.rootFile, url("/apple-app-site-association"), Self.appleAgent, addresses),
        ]
        if addresses.count > 1 {
            for address in addresses.prefix(Self.addressLimit) {
                questions.append(origin(.fileAt(.aasa, address), wellKnown(.aasa), Self.appleAgent, [address]))
                guard !target.androidApps.isEmpty else { continue }
                questions.append(
                    origin(.fileAt(.assetlinks, address), wellKnown(.assetlinks), Self.googleAgent, [address]))
            }
        }
        let single = addresses.prefix(Self.addressLimit)
        // One for each handshake, and one that keeps the round open until the questions are counted too.
        state.withLock { $0.waiting += single.count + 1 }
        let next: @Sendable () -> Void = { [self] in askAgain() }
        for address in single {
            setting.handshakes.inspect(
                SocketAddress(address, port: configuration.originPort), host: host,
                deadline: .now() + configuration.timeout
            ) { [self] inspection in
                let evidence = TLSEvidence(inspection)
                // Where nobody was reached there is nothing to show.
                if evidence != TLSEvidence() { state.withLock { $0.tls[address] = evidence } }
                arrive(next)
            }
        }
        perform(questions, then: next)
        arrive(next)
    }

    // MARK: - Second round

    /// Asks Google, if there is anything to ask, and Apple for a fresh copy, if it holds another one than the host serves.
    private func askAgain() {
        let seen = state.withLock { $0.observations }
        var questions: [Question] = []
        let links = seen.first { $0.thing == .file(.assetlinks) }
        if links?.document != nil || !target.androidApps.isEmpty || target.asksGoogle {
            questions.append(google(.statements, "statements:list", []))
            for (app, fingerprint) in AndroidApps.known(target, in: links?.document) {
                questions.append(
                    google(
                        .assetCheck(package: app, fingerprint: fingerprint), "assetlinks:check",
                        [
                            ("target.android_app.package_name", app),
                            ("target.android_app.certificate.sha256_fingerprint", fingerprint),
                        ]))
            }
        }
        if target.asksAnew, let own = seen.first(where: { $0.thing == .file(.aasa) })?.readableDocument,
            let copy = seen.first(where: { $0.thing == .deviceCopy }), copy.silence == nil,
            copy.document.map({ !DocumentEquality.isSame($0, own) }) ?? true
        {
            // Another query is another key of Apple's cache.
            let suffix = "/\(host)?postern=\(time.microseconds / 1_000_000)"
            questions.append(service(.freshCopy, .appleCDN, configuration.appleCDN.appending(suffix)))
        }
        perform(questions) { [self] in finish() }
    }

    private func finish() {
        let (seen, tls) = state.withLock { ($0.observations, $0.tls) }
        let observations = seen.map { observation in
            observation.completed(by: observation.address.flatMap { tls[$0] })
        }.sorted { ($0.thing.rank, $0.thing.text) < ($1.thing.rank, $1.thing.text) }
        let findings = DomainFindings(target, observations, at: time).all
        completion(DomainReport(target: target, time: time, observations: observations, findings: findings))
    }

    // MARK: - Questions

    private func url(_ target: String) -> TransferURL {
        TransferURL(host: host, port: configuration.originPort, target: target)
    }

    private func wellKnown(_ kind: AssociationKind) -> TransferURL {
        url(kind.wellKnownPath)
    }

    private func origin(
        _ thing: ObservedThing, _ url: TransferURL, _ agent: String, _ addresses: [IPAddress]
    ) -> Question {
        Question(
            thing: thing,
            request: TransferRequest(
                url, service: .origin, userAgent: agent, policy: configuration.policy, addresses: addresses,
                bodyLimit: thing.kind.byteLimit, timeout: configuration.timeout))
    }

    private var deviceCopy: Question {
        service(.deviceCopy, .appleCDN, configuration.appleCDN.appending("/\(host)"))
    }

    private func service(_ thing: ObservedThing, _ service: TransferService, _ url: TransferURL) -> Question {
        Question(
            thing: thing,
            request: TransferRequest(
                url, service: service, userAgent: Self.plainAgent, policy: configuration.policy,
                timeout: configuration.timeout))
    }

    private func google(_ thing: ObservedThing, _ method: String, _ items: [(String, String)]) -> Question {
        let all =
            [("source.web.site", "https://\(host)"), ("relation", "delegate_permission/common.handle_all_urls")] + items
        let query = all.map { "\($0.0)=\($0.1.queryEscaped)" }.joined(separator: "&")
        return service(thing, .googleDAL, configuration.googleDAL.appending("/\(method)?\(query)"))
    }

    // MARK: - Rounds

    private func perform(_ questions: [Question], then next: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting += questions.count + 1 }
        for question in questions {
            setting.engine.fetch(question.request) { [self] record in
                take(Observation(question.thing, url: question.request.url, record))
                arrive(next)
            }
        }
        arrive(next)
    }

    private func arrive(_ next: () -> Void) {
        let isLast = state.withLock { state in
            state.waiting -= 1
            return state.waiting == 0
        }
        if isLast { next() }
    }

    private func take(_ observation: Observation) {
        let judged = observation.judged(by: configuration.routes)
        state.withLock { $0.observations.append(judged) }
        progress(judged)
    }
}

extension String {
    /// The text with everything but unreserved characters escaped (RFC 3986 section 2.3).
    fileprivate var queryEscaped: String {
        var text = ""
        for byte in utf8 {
            switch byte {
            case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E, 0x5F, 0x7E:
                text.unicodeScalars.append(Unicode.Scalar(byte))
            default:
                let hex = String(byte, radix: 16, uppercase: true)
                text += hex.utf8.count == 1 ? "%0\(hex)" : "%\(hex)"
            }
        }
        return text
    }
}
