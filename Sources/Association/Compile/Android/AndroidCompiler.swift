import DeepLinks
import JSONText

/// Writes `assetlinks.json`: a statement for each Android app that a route opens, with rules for Android 15, or that
/// shares saved passwords.
///
/// Before Android 15 the app's manifest says which paths open it.
struct AndroidCompiler {
    private let set: RouteSet

    init(_ set: RouteSet) { self.set = set }

    /// The file; `nil` when the tenant has no Android app.
    func document() throws(AssociationError) -> [UInt8]? {
        let apps = set.apps.compactMap { app -> (App, PackageName, [CertificateFingerprint])? in
            guard case .android(let package, let fingerprints) = app.identity else { return nil }
            return (app, package, fingerprints)
        }
        guard !apps.isEmpty else { return nil }
        var writer = JSONWriter(layout: .compact)
        var known: [[Bool]: [AndroidRule]] = [:]
        writer.beginArray()
        for (app, package, fingerprints) in apps {
            let opens = set.routes.map { $0.opens(app.name) }
            let rules: [AndroidRule]
            if let found = known[opens] { rules = found } else { rules = try self.rules(opens: opens) }
            known[opens] = rules
            // No rules would mean all URLs, so an app that none opens is not listed for links.
            guard !rules.isEmpty || app.hasWebCredentials else { continue }
            write(package, fingerprints, rules, hasWebCredentials: app.hasWebCredentials, to: &writer)
        }
        writer.endArray()
        return writer.bytes
    }

    private func rules(opens: [Bool]) throws(AssociationError) -> [AndroidRule] {
        let (table, plan) = try Planner.plan(set, opens: opens, dialect: .android)
        return AndroidRule.rules(plan, of: table)
    }

    private func write(
        _ package: PackageName, _ fingerprints: [CertificateFingerprint], _ rules: [AndroidRule],
        hasWebCredentials: Bool, to writer: inout JSONWriter
    ) {
        let relation = "delegate_permission/common.handle_all_urls"
        var relations = rules.isEmpty ? [] : [relation]
        if hasWebCredentials { relations.append("delegate_permission/common.get_login_creds") }
        writer.object { writer in
            writer.member("relation", relations)
            writer.name("target")
            writer.object { writer in
                writer.member("namespace", "android_app")
                writer.member("package_name", package.text)
                writer.member("sha256_cert_fingerprints", fingerprints.map(\.text))
            }
            guard !rules.isEmpty else { return }
            writer.name("relation_extensions")
            writer.object { writer in
                writer.name(relation)
                writer.object { writer in
                    writer.name("dynamic_app_link_components")
                    writer.array { writer in
                        for rule in rules { rule.write(to: &writer) }
                    }
                }
            }
        }
    }
}
