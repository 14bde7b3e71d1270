import DeepLinks
import JSONText

/// Writes `apple-app-site-association` in the form of iOS 14 and macOS 11.
///
/// The plain compiler: one component a route, in route order, `*` for a capture in the path. `*` crosses slashes, so a
/// capture claims more than its route does.
struct AppleCompiler {
    /// An entry of `details`: apps, neighbours in the tenant's order, that have the same rules.
    private struct Entry {
        var appIDs: [String]
        let components: [AppleComponent]
    }

    private let set: RouteSet

    init(_ set: RouteSet) { self.set = set }

    /// The file; `nil` when the tenant has no iOS app.
    func document() -> [UInt8]? {
        let apps = set.apps.compactMap { app -> (AppName, AppID)? in
            guard case .ios(let appID, _) = app.identity else { return nil }
            return (app.name, appID)
        }
        guard !apps.isEmpty else { return nil }
        var entries: [Entry] = []
        for (name, appID) in apps {
            let components = components(for: name)
            // An app that no route opens is not listed: it would have excluding rules only.
            guard !components.isEmpty else { continue }
            if let last = entries.last, last.components == components {
                entries[entries.count - 1].appIDs.append(appID.text)
            } else {
                entries.append(Entry(appIDs: [appID.text], components: components))
            }
        }
        return write(entries)
    }

    private func write(_ entries: [Entry]) -> [UInt8] {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            // Without this key systems ignore the file's other parts too (case 9).
            writer.name("applinks")
            writer.object { writer in
                writer.name("details")
                writer.array { writer in
                    for entry in entries { write(entry, to: &writer) }
                }
            }
        }
        return writer.bytes
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

    // MARK: - Rules

    /// The rules of one app up to the last that opens it: what matches none stays in the browser anyway.
    private func components(for app: AppName) -> [AppleComponent] {
        guard let last = set.routes.lastIndex(where: { $0.opens(app) }) else { return [] }
        return reserved + set.routes[...last].map { component(of: $0, isExcluding: !$0.opens(app)) }
    }

    /// What stands ahead of all routes and opens no app.
    private var reserved: [AppleComponent] {
        var components: [AppleComponent] = []
        if let optOut = set.optOut {
            let item = AppleComponent.Item(name: optOut.queryItem, pattern: "?*")
            components.append(AppleComponent(items: [item], isExcluding: true))
            components.append(AppleComponent(fragment: optOut.fragment, isExcluding: true))
        }
        let paths = ["/.well-known/*", "/apple-app-site-association", "/robots.txt", "/favicon.ico"]
        return components + paths.map { AppleComponent(path: $0, isExcluding: true) }
    }

    private func component(of route: Route, isExcluding: Bool) -> AppleComponent {
        AppleComponent(
            path: path(of: route.pattern), items: items(of: route.pattern), isExcluding: isExcluding
        )
    }

    private func path(of pattern: RoutePattern) -> String {
        var path = pattern.segments.map { segment in
            switch segment {
            case .literal(let text): "/\(text)"
            case .capture(_, let head, let tail): "/\(head)*\(tail)"
            }
        }.joined()
        if pattern.rest != nil { path += "/*" }
        return path.isEmpty ? "/" : path
    }

    private func items(of pattern: RoutePattern) -> [AppleComponent.Item] {
        pattern.items.compactMap { item in
            switch item.condition {
            case .equals(let value): AppleComponent.Item(name: item.name, pattern: value)
            // An absent item counts as an empty one, which `*` would match.
            case .captured(let capture) where capture.place != .optionalItem:
                AppleComponent.Item(name: item.name, pattern: "?*")
            case .captured: nil
            }
        }
    }
}
