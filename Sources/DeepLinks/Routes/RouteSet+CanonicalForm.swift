internal import Platform

extension RouteSet {
    /// Bytes that are equal for equal sets and differ for others: the set's SHA-256 is made of them.
    ///
    /// A version, then every field in order; texts and lists go with their lengths, so no two sets run together.
    package var canonicalForm: [UInt8] {
        var form = CanonicalForm()
        form.append("postern route set 5")
        form.append(isCaseSensitive)
        form.append(optOut?.queryItem)
        form.append(optOut?.fragment)
        form.append(isSuspended)
        form.append(fallback.text)
        form.append(unmatched.rawValue)
        form.append(root?.text)
        form.append(canonical?.text)
        form.append(robots?.text)
        form.append(strictTransport?.text)
        form.append(indexesLinks)
        for hosts in [destinationRules.httpHosts, destinationRules.hosts] {
            form.append(count: hosts.count)
            for host in hosts { form.append(host.text) }
        }
        form.append(count: apps.count)
        for app in apps { form.append(app) }
        form.append(count: routes.count)
        for route in routes { form.append(route) }
        return form.bytes
    }
}

private struct CanonicalForm {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ number: Int64) {
        for shift in stride(from: 56, through: 0, by: -8) { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }

    mutating func append(count: Int) { append(Int64(count)) }

    mutating func append(_ flag: Bool) { bytes.append(flag ? 1 : 0) }

    mutating func append(_ text: String) {
        append(count: text.utf8.count)
        bytes += text.utf8
    }

    mutating func append(_ text: String?) {
        append(text != nil)
        if let text { append(text) }
    }

    mutating func append(_ time: UnixTime?) {
        append(time != nil)
        if let time { append(time.microseconds) }
    }

    mutating func append(_ app: App) {
        append(app.name.text)
        append(app.scheme?.text)
        switch app.identity {
        case .ios(let appID, let storeID):
            append("ios")
            append(appID.text)
            append(storeID?.text)
        case .android(let package, let fingerprints):
            append("android")
            append(package.text)
            append(count: fingerprints.count)
            for fingerprint in fingerprints { append(fingerprint.text) }
        }
        append(app.hasWebCredentials)
        append(count: app.appClips.count)
        for clip in app.appClips { append(clip.text) }
    }

    mutating func append(_ policy: QueryPolicy) {
        switch policy {
        case .keep: append("keep")
        case .drop: append("drop")
        case .only(let names):
            append("only")
            append(count: names.count)
            for name in names { append(name) }
        }
    }

    mutating func append(_ route: Route) {
        append(route.name.text)
        append(route.pattern.text)
        switch route.opens {
        case .all: append("all")
        case .none: append("none")
        case .only(let names):
            append("only")
            append(count: names.count)
            for name in names { append(name.text) }
        }
        switch route.destination {
        case .web(let template):
            append("web")
            append(template.text)
        case .links:
            append("links")
        }
        append(route.schemeURL?.text)
        append(route.lifeSpan.start)
        append(route.lifeSpan.end)
        append(Int64(route.redirect.status))
        append(Int64(route.redirect.maxAge))
        append(count: route.platforms.entries.count)
        for (key, destination) in route.platforms.entries {
            append(key)
            append(destination.text)
        }
        append(route.query)
        append(count: route.campaign.entries.count)
        for (name, value) in route.campaign.entries {
            append(name)
            append(value)
        }
        append(route.preview?.title)
        append(route.preview?.description)
        append(route.preview?.image?.text)
    }
}
