import DeepLinks
import JSONText

/// Writes `apple-app-site-association` in the form of iOS 14 and macOS 11, and `paths` for older systems when asked.
struct AppleCompiler {
    /// An entry of `details`: apps, neighbours in the tenant's order, that have the same rules.
    private struct Entry {
        var appIDs: [String]
        let components: [AppleComponent]
        let opens: [Bool]
    }

    private let set: RouteSet
    private let options: CompileOptions

    init(_ set: RouteSet, _ options: CompileOptions) {
        self.set = set
        self.options = options
    }

    /// The file; `nil` when the tenant has no iOS app.
    func document() throws(AssociationError) -> [UInt8]? {
        let apps = set.apps.compactMap { app -> (AppName, AppID)? in
            guard case .ios(let appID, _) = app.identity else { return nil }
            return (app.name, appID)
        }
        guard !apps.isEmpty else { return nil }
        if options.hasLegacyPaths { try LegacyPaths.check(set) }
        var ruleWriter = AppleRuleWriter()
        var planned: [[Bool]: (PlanTable, AssociationPlan)] = [:]
        var entries: [Entry] = []
        for (name, appID) in apps {
            let opens = set.routes.map { $0.opens(name) }
            let (table, plan): (PlanTable, AssociationPlan)
            if let known = planned[opens] {
                (table, plan) = known
            } else {
                (table, plan) = try Planner.plan(set, opens: opens, dialect: .apple)
                planned[opens] = (table, plan)
            }
            var components = ruleWriter.components(plan, of: table, folds: !set.isCaseSensitive)
            if options.closesApps.contains(appID) {
                components.append(.closing)
            }
            // An app that nothing is said of is not listed: it opens for no URL.
            guard !components.isEmpty else { continue }
            if let last = entries.last, last.components == components {
                entries[entries.count - 1].appIDs.append(appID.text)
            } else {
                entries.append(Entry(appIDs: [appID.text], components: components, opens: opens))
            }
        }
        return try write(entries, ruleWriter.variables)
    }

    private func write(_ entries: [Entry], _ variables: AppleVariables) throws(AssociationError) -> [UInt8] {
        var writer = JSONWriter(layout: .compact)
        writer.beginObject()
        // Without this key systems ignore the file's other parts too (case 9).
        writer.name("applinks")
        writer.beginObject()
        if options.hasLegacyPaths { writer.member("apps", [String]()) }
        writer.name("details")
        writer.beginArray()
        for entry in entries {
            write(entry, to: &writer)
            if options.hasLegacyPaths { try writePaths(entry, to: &writer) }
        }
        writer.endArray()
        if !variables.lists.isEmpty {
            writer.name("substitutionVariables")
            writer.object { writer in
                for (index, values) in variables.lists.enumerated() {
                    writer.member(AppleVariables.name(index), values)
                }
            }
        }
        writer.endObject()
        writeServices(to: &writer)
        writer.endObject()
        return writer.bytes
    }

    /// The apps that share saved passwords, and the App Clips; URLs do not matter to either.
    private func writeServices(to writer: inout JSONWriter) {
        let sharing = set.apps.compactMap { app -> String? in
            guard app.hasWebCredentials, case .ios(let appID, _) = app.identity else { return nil }
            return appID.text
        }
        for (name, apps) in [("webcredentials", sharing), ("appclips", set.apps.flatMap(\.appClips).map(\.text))]
        where !apps.isEmpty {
            writer.name(name)
            writer.object { $0.member("apps", apps) }
        }
    }

    private func write(_ entry: Entry, to writer: inout JSONWriter) {
        writer.object { writer in
            writer.member("appIDs", entry.appIDs)
            if !set.isCaseSensitive {
                writer.name("defaults")
                writer.object { $0.member("caseSensitive", false) }
            }
            writer.name("components")
            writer.array { writer in
                for component in entry.components { component.write(to: &writer) }
            }
        }
    }

    /// The entries of iOS 12 and earlier, one for each app: systems of today read them after the modern one.
    private func writePaths(_ entry: Entry, to writer: inout JSONWriter) throws(AssociationError) {
        var paths = try LegacyPaths.paths(set, opens: entry.opens)
        if entry.components.last == .closing { paths.append("NOT *") }
        guard !paths.isEmpty else { return }
        for appID in entry.appIDs {
            writer.object { writer in
                writer.member("appID", appID)
                writer.member("paths", paths)
            }
        }
    }
}
