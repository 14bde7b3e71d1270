import DeepLinks

extension ClientLinks {
    /// The bytes that a revision is the digest of: equal for equal models, whatever the routes say of browsers.
    package var canonicalForm: [UInt8] {
        var lines = ["postern client links 2", tenant.text, app.name.text, app.scheme?.text ?? ""]
        switch app.identity {
        case .ios(let appID, _): lines.append("ios \(appID)")
        case .android(let package, let fingerprints):
            lines.append("android \(package)")
            lines += fingerprints.map { "fingerprint \($0.text)" }
        }
        if app.hasWebCredentials { lines.append("credentials") }
        lines += app.appClips.map { "clip \($0)" }
        for domain in domains {
            let optOut = domain.optOut.map { " \($0.queryItem) \($0.fragment)" } ?? ""
            lines.append("domain \(domain.name) \(domain.isCaseSensitive)\(optOut)")
        }
        lines += uploading.map { "uploading \($0.name)" }
        for route in routes {
            lines.append("route \(route.name) \(route.pattern) \(route.opensApp)")
            lines += (route.domains ?? []).map { "on \($0)" }
            lines += route.examples.map { "example \($0.url)" }
            if let template = route.schemeTemplate { lines.append("scheme \(template)") }
        }
        return lines.flatMap { Array($0.utf8) + [0x0A] }
    }
}
