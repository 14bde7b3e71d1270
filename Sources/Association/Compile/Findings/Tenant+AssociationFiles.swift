package import DeepLinks

extension Tenant {
    /// What the association files of a domain are made of: its routes, and for an exact name below a wildcard a close,
    /// since Apple may go on to the wildcard's file where no rule matches.
    ///
    /// - Parameters:
    ///   - domain: One of the tenant's domains.
    ///   - hasLegacyPaths: Whether an AASA file also has `paths` for iOS 9 to 12.
    /// - Returns: The source; equal ones give equal files.
    package func associationSource(for domain: Domain, hasLegacyPaths: Bool = false) -> AssociationSource {
        var options = CompileOptions(hasLegacyPaths: hasLegacyPaths)
        if let wildcard = wildcard(above: domain) { options.closesApps = openedApps(by: wildcard) }
        return AssociationSource(routes: routeSet(for: domain), options: options, uploads: domain.uploads)
    }

    /// Makes the association file of a domain: what every part of the program publishes and serves for it, and so the
    /// uploaded one where there is one.
    ///
    /// - Parameters:
    ///   - domain: One of the tenant's domains.
    ///   - kind: Whose file to make.
    ///   - hasLegacyPaths: Whether an AASA file also has `paths` for iOS 9 to 12.
    /// - Returns: The bytes; `nil` when the tenant has no app of the platform.
    /// - Throws: ``AssociationError``.
    package func associationFile(
        for domain: Domain, kind: AssociationKind, hasLegacyPaths: Bool = false
    ) throws(AssociationError) -> [UInt8]? {
        try associationSource(for: domain, hasLegacyPaths: hasLegacyPaths).file(kind)
    }

    /// What the association file of a domain cannot say exactly, or says otherwise than people expect.
    ///
    /// - Parameters:
    ///   - domain: One of the tenant's domains.
    ///   - kind: Whose file.
    ///   - hasLegacyPaths: Whether an AASA file also has `paths` for iOS 9 to 12.
    /// - Returns: The findings: of routes, then of the platform, then of the domain's name. None for an uploaded file,
    ///   which is not made of routes.
    /// - Throws: ``AssociationError`` where there can be no file.
    package func compileFindings(
        for domain: Domain, kind: AssociationKind, hasLegacyPaths: Bool = false
    ) throws(AssociationError) -> [CompileFinding] {
        guard domain.uploads[kind] == nil,
            let bytes = try associationFile(for: domain, kind: kind, hasLegacyPaths: hasLegacyPaths)
        else { return [] }
        let set = routeSet(for: domain)
        let host = domain.name.isWildcard ? "any.\(domain.name.base.text)" : domain.name.text
        let decisions = AppDecisions(set)
        let apps = set.apps.filter { $0.identity.kind == kind }.map(\.name)
        var findings = try RouteFindings(set, apps: apps, host: host).findings(decisions)
        if kind == .assetlinks { findings += AndroidFindings.findings(set, bytes, decisions, host: host) }
        if hasLegacyPaths, let document = try? AppleDocument(bytes) {
            findings += LegacyFindings(set, document, host: host).findings(decisions)
        }
        return findings + DomainFindings(self, domain).findings(decisions, kind: kind)
    }

    /// The iOS apps that a domain's file opens; of an uploaded one those that it may name, without reading it: to close
    /// one more changes nothing for it.
    private func openedApps(by domain: Domain) -> Set<AppID> {
        if let upload = domain.uploads.aasa {
            // A name may be written with escapes.
            let mayNameAll = upload.contains(Array(#"\u"#.utf8))
            let named = apps.compactMap(\.identity.appID).filter { mayNameAll || upload.contains(Array($0.text.utf8)) }
            return Set(named)
        }
        let set = routeSet(for: domain)
        var opened: Set<AppID> = []
        for app in set.apps {
            guard let appID = app.identity.appID else { continue }
            if set.routes.contains(where: { $0.opens(app.name) }) { opened.insert(appID) }
        }
        return opened
    }
}

extension AppIdentity {
    /// The app ID of an iOS app.
    fileprivate var appID: AppID? { if case .ios(let appID, _) = self { appID } else { nil } }

    /// Whose association file names the app.
    fileprivate var kind: AssociationKind {
        switch self {
        case .ios: .aasa
        case .android: .assetlinks
        }
    }
}
