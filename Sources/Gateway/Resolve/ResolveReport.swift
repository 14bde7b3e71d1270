import Association
package import DeepLinks
import JSONText
package import Platform

/// What `postern resolve` and the admin listener's `/resolve` say of a URL.
package struct ResolveReport: Equatable, Sendable {
    /// Whose a host is, and what holds for it.
    package struct Answer: Equatable, Sendable {
        /// The tenant.
        package let tenant: TenantName
        /// The domain that the host belongs to; a wildcard as such.
        package let domain: DomainName
        /// What the gateway does with the URL and why.
        package let explanation: Explanation
        /// What uploaded association files decide, whatever the routes say.
        package let uploads: [UploadedOpening]
        /// Who gave the destination of the platform; `nil` where no route decides.
        package let level: DestinationLevel?
        /// The language of pages for whoever asks; `nil` when it is not known.
        package let language: LanguageTag?

        /// Makes an answer.
        package init(
            tenant: TenantName, domain: DomainName, explanation: Explanation, uploads: [UploadedOpening] = [],
            level: DestinationLevel? = nil, language: LanguageTag? = nil
        ) {
            self.tenant = tenant
            self.domain = domain
            self.explanation = explanation
            self.uploads = uploads
            self.level = level
            self.language = language
        }

        /// The apps, and whether each opens: by an uploaded file where there is one, else by the routes.
        var apps: [AppOpening] {
            explanation.apps.map { app in
                guard let upload = uploads.first(where: { $0.app == app.name }) else { return app }
                return AppOpening(name: app.name, opens: upload.opens)
            }
        }
    }

    /// The URL.
    package let url: LinkURL
    /// Who asks.
    package let client: Client
    /// Whether they ask where they would be led, in place of being led there.
    package let asksForJSON: Bool
    /// When.
    package let time: UnixTime
    /// Whether that is another time than now.
    package let isTimeGiven: Bool
    /// The answer; `nil` when no live domain has the host.
    package let answer: Answer?

    /// Makes a report.
    package init(_ question: ResolveQuestion, time: UnixTime, answer: Answer?) {
        url = question.url
        client = question.asker
        asksForJSON = question.fields.asksForJSON
        self.time = time
        isTimeGiven = question.time != nil
        self.answer = answer
    }

    /// The report as JSON, version 1, described in the article "The command line".
    package var json: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.member("version", 1)
            writer.name("resolution")
            writer.object { writer in
                writer.member("url", url.description)
                if isTimeGiven { writer.member("time", time.description) }
                writer.member("platform", client.platform.text)
                writer.member("client", client.kind.text)
                if let app = client.app { writer.member("inAppBrowser", app.text) }
                if asksForJSON { writer.member("asksForJSON", true) }
                write(to: &writer)
            }
        }
        return writer.bytes + [0x0A]
    }

    private func write(to writer: inout JSONWriter) {
        guard let answer else {
            writer.member("status", 404)
            writer.member("reason", "\(Reason.unknownHost)")
            return
        }
        writer.member("tenant", answer.tenant.text)
        writer.member("domain", answer.domain.text)
        writer.write(answer, at: time)
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ answer: ResolveReport.Answer, at time: UnixTime) {
        let explanation = answer.explanation
        switch explanation.outcome {
        case .redirect(let status, let maxAge, let location):
            member("status", status)
            member("destination", location)
            member("maxAge", maxAge)
        case .page(let purpose, let way, let store):
            member("status", 200)
            member("page", "\(purpose)")
            member("destination", way)
            if let store { member("store", store) }
            if let language = answer.language { member("language", language.text) }
        case .notFound: member("status", 404)
        case .reserved(let path): member("answeredBy", "the gateway itself: \(path)")
        }
        member("reason", "\(explanation.reason)")
        if explanation.variesByClient { member("variesByClient", true) }
        if let level = answer.level { member("destinationOf", level.rawValue) }
        if explanation.appRule == .optOut { member("optOut", true) }
        if let route = explanation.route { member("route", route.text) }
        if !explanation.captures.isEmpty {
            name("captures")
            object { writer in
                for capture in explanation.captures { writer.member(capture.name, capture.value) }
            }
        }
        if let link = explanation.link { write(link, at: time) }
        write(explanation.appRule, answer)
        if !explanation.passed.isEmpty {
            name("passed")
            object { writer in
                for route in explanation.passed { writer.member(route.name.text, route.mismatch.description) }
            }
        }
    }

    private mutating func write(_ link: Link, at time: UnixTime) {
        name("link")
        object { writer in
            writer.member("slug", link.key.slug)
            writer.member("to", link.destination.text)
            writer.member("state", link.life.text(at: time))
            if let starts = link.life.starts { writer.member("starts", starts.description) }
            if let expires = link.life.expires { writer.member("expires", expires.description) }
            if let afterwards = link.afterwards { writer.member("afterwards", afterwards.text) }
            if link.life.isPaused { writer.member("paused", true) }
            if link.life.isBlocked { writer.member("blocked", true) }
            let places = link.details.places
            if !places.isEmpty {
                writer.name("platforms")
                writer.object { writer in
                    for (key, destination) in places { writer.member(key, destination.text) }
                }
            }
        }
    }

    /// Which apps open, and what decides that.
    private mutating func write(_ rule: AppRule, _ answer: ResolveReport.Answer) {
        name("app")
        object { writer in
            switch rule {
            case .route(let route): writer.member("decidedBy", "route \(route)")
            case .noRoute: writer.member("decidedBy", "no route matches")
            case .optOut: writer.member("decidedBy", "the domain's opt-out")
            case .reserved: writer.member("decidedBy", "the gateway answers the path itself")
            case .badPath: writer.member("decidedBy", "unknown: no system says what it does with such a path")
            case .otherPort: writer.member("decidedBy", "unknown: no system says what it does with such a port")
            }
            writer.member("opens", answer.apps.filter(\.opens).map(\.name.text))
            writer.member("staysInBrowser", answer.apps.filter { !$0.opens }.map(\.name.text))
            guard !answer.uploads.isEmpty else { return }
            writer.name("byUploadedFile")
            writer.array { writer in
                for upload in answer.uploads {
                    writer.object { writer in
                        writer.member("app", upload.app.text)
                        writer.member("kind", upload.kind.rawValue)
                        writer.member("named", upload.isNamed)
                        writer.name("rule")
                        if let rule = upload.rule { writer.write(rule) } else { writer.writeNull() }
                    }
                }
            }
        }
    }
}
