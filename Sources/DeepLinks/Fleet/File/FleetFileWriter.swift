import JSONText
import Platform

extension FleetFile {
    /// The file in its canonical form: plain JSON with the keys in the order of the format's tables, and the defaults of
    /// list elements left out.
    package var canonicalText: [UInt8] {
        var writer = JSONWriter(layout: .indented)
        writer.object { writer in
            writer.member("version", FleetFile.version)
            writer.list("tenants", tenants) { $0.write($1) }
        }
        return writer.bytes + [0x0A]
    }
}

extension JSONWriter {
    fileprivate mutating func write(_ tenant: TenantPart) {
        object { writer in
            writer.member("name", tenant.name.text)
            writer.member("web", tenant.web?.text)
            if let platforms = tenant.platforms { writer.write(platforms) }
            if let page = tenant.page { writer.write(page) }
            if let isSuspended = tenant.isSuspended { writer.member("suspended", isSuspended) }
            if let hosts = tenant.httpHosts { writer.member("httpHosts", hosts.map(\.text)) }
            if let hosts = tenant.destinationHosts { writer.member("destinationHosts", hosts.map(\.text)) }
            if let limits = tenant.limits { writer.write(limits) }
            writer.list("apps", tenant.apps) { $0.write($1) }
            writer.list("domains", tenant.domains) { $0.write($1) }
            writer.list("routes", tenant.routes) { $0.write($1) }
            writer.list("links", tenant.links) { $0.write($1) }
        }
    }

    private mutating func write(_ page: TenantPage) {
        name("page")
        object { writer in
            writer.member("name", page.name)
            writer.member("icon", page.icon?.text)
            if page.language != .english { writer.member("language", page.language.text) }
            writer.member("appHost", page.appHost?.text)
            if page.colors != PageColors() { writer.write(page.colors) }
            guard !page.orderedTexts.isEmpty else { return }
            writer.name("texts")
            writer.object { writer in
                for (language, texts) in page.orderedTexts {
                    writer.name(language.text)
                    writer.object { writer in
                        for (name, _) in PageTexts.keys { writer.member(name, texts[name]) }
                    }
                }
            }
        }
    }

    private mutating func write(_ colors: PageColors) {
        name("colors")
        object { writer in
            writer.member("accent", colors.accent?.text)
            writer.member("background", colors.background?.text)
            writer.member("darkAccent", colors.darkAccent?.text)
            writer.member("darkBackground", colors.darkBackground?.text)
        }
    }

    private mutating func write(_ limits: TenantLimits) {
        let standard = TenantLimits()
        name("limits")
        object { writer in
            if limits.domains != standard.domains { writer.member("domains", limits.domains) }
            if limits.routesPerDomain != standard.routesPerDomain {
                writer.member("routesPerDomain", limits.routesPerDomain)
            }
            if limits.links != standard.links { writer.member("links", limits.links) }
        }
    }

    private mutating func write(_ app: App) {
        object { writer in
            if app.name != app.identity.defaultName { writer.member("name", app.name.text) }
            switch app.identity {
            case .ios(let appID, let storeID):
                writer.member("platform", "ios")
                writer.member("appID", appID.text)
                writer.member("storeID", storeID?.text)
            case .android(let package, let fingerprints):
                writer.member("platform", "android")
                writer.member("package", package.text)
                writer.member("fingerprints", fingerprints.map(\.text))
            }
            writer.member("scheme", app.scheme?.text)
            if app.hasWebCredentials { writer.member("webCredentials", true) }
            if !app.appClips.isEmpty { writer.member("appClips", app.appClips.map(\.text)) }
        }
    }

    private mutating func write(_ domain: Domain) {
        object { writer in
            writer.member("host", domain.name.text)
            if domain.isAttested { writer.member("attested", true) }
            writer.member("fallback", domain.fallback?.text)
            writer.member("root", domain.root?.text)
            writer.member("canonical", domain.canonical?.text)
            writer.member("robots", domain.robots?.text)
            writer.member("strictTransport", domain.strictTransport?.text)
            if domain.indexesLinks { writer.member("indexLinks", true) }
            if !domain.platforms.isEmpty { writer.write(domain.platforms) }
            if !domain.isCaseSensitive { writer.member("caseSensitive", false) }
            if let optOut = domain.optOut {
                writer.name("optOut")
                writer.object { writer in
                    writer.member("query", optOut.queryItem)
                    writer.member("fragment", optOut.fragment)
                }
            }
            guard !domain.uploads.isEmpty else { return }
            writer.name("associationFiles")
            writer.object { writer in
                writer.member("aasa", domain.uploads.aasa.map { String(decoding: $0, as: UTF8.self) })
                writer.member("assetlinks", domain.uploads.assetlinks.map { String(decoding: $0, as: UTF8.self) })
            }
        }
    }

    private mutating func write(_ route: Route) {
        object { writer in
            writer.member("name", route.name.text)
            writer.member("pattern", route.pattern.text)
            switch route.opens {
            case .all: break
            case .none: writer.member("opens", "none")
            case .only(let names): writer.member("opens", names.map(\.text))
            }
            switch route.destination {
            case .web(let template): writer.member("web", template.text)
            case .links: writer.member("links", true)
            }
            if !route.platforms.isEmpty { writer.write(route.platforms) }
            switch route.query {
            case .keep: break
            case .drop: writer.member("query", "drop")
            case .only(let names): writer.member("query", names)
            }
            writer.write(route.campaign)
            if let preview = route.preview { writer.write(preview) }
            if let domains = route.domains { writer.member("domains", domains.map(\.text)) }
            writer.member("schemeURL", route.schemeURL?.text)
            if !route.examples.isEmpty { writer.member("examples", route.examples) }
            writer.member("starts", route.lifeSpan.start?.description)
            writer.member("ends", route.lifeSpan.end?.description)
            if route.redirect.status != RedirectPolicy().status { writer.member("status", route.redirect.status) }
            if route.redirect.maxAge != RedirectPolicy().maxAge { writer.member("maxAge", route.redirect.maxAge) }
        }
    }

    private mutating func write(_ platforms: PlatformDestinations) {
        name("platforms")
        object { writer in
            for (key, destination) in platforms.entries { writer.member(key, destination.text) }
        }
    }

    private mutating func write(_ campaign: CampaignDefaults) {
        guard !campaign.entries.isEmpty else { return }
        name("utm")
        object { writer in
            for (name, value) in campaign.entries { writer.member(name, value) }
        }
    }

    private mutating func write(_ preview: LinkPreview) {
        name("preview")
        object { writer in
            writer.member("title", preview.title)
            writer.member("description", preview.description)
            writer.member("image", preview.image?.text)
        }
    }

    private mutating func write(_ link: LinkEntry) {
        object { writer in
            writer.member("url", link.url)
            writer.member("route", link.route?.text)
            writer.member("to", link.destination.text)
            writer.member("starts", link.life.starts?.description)
            writer.member("expires", link.life.expires?.description)
            writer.member("afterwards", link.afterwards?.text)
            if link.life.isPaused { writer.member("paused", true) }
            if link.life.isBlocked { writer.member("blocked", true) }
            let places = link.details.places
            if !places.isEmpty {
                writer.name("platforms")
                writer.object { writer in
                    for (key, destination) in places { writer.member(key, destination.text) }
                }
            }
            if let preview = link.details.preview { writer.write(preview) }
            writer.member("note", link.details.note)
            if !link.details.tags.isEmpty { writer.member("tags", link.details.tags) }
        }
    }

    /// Writes a member with text, if there is text.
    private mutating func member(_ name: String, _ value: String?) {
        guard let value else { return }
        self.name(name)
        write(value)
    }

    /// Writes a member with a list, if the list is given.
    fileprivate mutating func list<Value>(
        _ name: String, _ values: [Value]?, _ element: (inout JSONWriter, Value) -> Void
    ) {
        guard let values else { return }
        self.name(name)
        array { writer in
            for value in values { element(&writer, value) }
        }
    }
}
