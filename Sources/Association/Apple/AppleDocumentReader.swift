import JSONText

/// Makes an ``AppleDocument`` of JSON.
struct AppleDocumentReader {
    var log = FindingLog()

    static let names = ["applinks", "webcredentials", "appclips", "activitycontinuation"]

    mutating func document(_ root: JSONElement) -> AppleDocument {
        var applinks: AppleLinks?
        var hasLinks = false
        var services: [AppleService] = []
        var unknown: [UnknownMember] = []
        let members = log.members(of: root, "the file") ?? []
        let isNamed = members.contains { $0.name == "applinks" }
        for entry in members {
            if !hasLinks, !isNamed, entry.name.nearestName(in: Self.names) == "applinks" {
                hasLinks = true
                log.add(
                    .applinksMisspelt, at: entry.element.path, entry.namePosition,
                    "nobody reads \(entry.name.quotedForMessage), so no URL opens an app: names are compared letter by letter",
                    advice: "write \"applinks\"")
                unknown.append(UnknownMember(entry))
            } else if entry.name == "applinks" {
                hasLinks = true
                applinks = links(entry.element)
            } else if let kind = AppleService.Kind(rawValue: entry.name) {
                if let service = service(entry.element, kind: kind) { services.append(service) }
            } else {
                log.unknown(
                    entry, known: Self.names,
                    elsewhere: [
                        "details": "\"applinks\"", "components": "an entry of \"details\"",
                        "paths": "an entry of \"details\"", "substitutionVariables": "\"applinks\"",
                        "defaults": "\"applinks\"",
                    ])
                unknown.append(UnknownMember(entry))
            }
        }
        if !hasLinks, members.allSatisfy({ !Self.names.contains($0.name) }) {
            log.add(
                .servicesMissing, at: root, "the file has nothing that systems read, so it is for no app",
                advice: "write {\"applinks\": {\"details\": [{\"appIDs\": […], \"components\": […]}]}}")
        } else if !hasLinks {
            log.add(
                .applinksMissing, at: root, "there is no \"applinks\"; files without it have been ignored as a whole",
                advice: "add \"applinks\": {\"details\": []}")
        }
        return AppleDocument(applinks: applinks, services: services, unknown: unknown, findings: log.findings)
    }

    private mutating func service(_ element: JSONElement, kind: AppleService.Kind) -> AppleService? {
        let what = "\"\(kind.rawValue)\""
        guard let members = log.members(of: element, what, advice: FindingLog.wrapping(element, as: "apps")) else {
            return nil
        }
        let misnamed = members.misnamed(["apps"], among: ["apps"])
        var apps: [Located<String>]?
        var hasApps = false
        var unknown: [UnknownMember] = []
        for entry in members {
            if entry.name == "apps" {
                hasApps = true
                apps = log.strings(entry.element, "\"apps\"")
            } else {
                if entry.name == misnamed?.name {
                    log.misnamed(entry, known: ["apps"], .serviceAppsMissing, "\(what) is for no app")
                } else {
                    log.unknown(entry, known: ["apps"])
                }
                unknown.append(UnknownMember(entry))
            }
        }
        if !hasApps, misnamed == nil {
            log.add(
                .serviceAppsMissing, at: element, "\(what) has no \"apps\", so it is for no app",
                advice: "list the app IDs: \"apps\": [\"PREFIX.bundle.id\"]")
        } else if hasApps, let apps, apps.isEmpty {
            log.add(
                .serviceAppsEmpty, at: element, "\(what) lists no app", advice: "list the app IDs, or leave it out")
        }
        return AppleService(
            kind: kind, apps: apps ?? [], path: element.path, position: element.position, unknown: unknown)
    }

    // MARK: - applinks

    static let linkNames = ["apps", "details", "defaults", "substitutionVariables"]

    private mutating func links(_ element: JSONElement) -> AppleLinks? {
        let advice = FindingLog.wrapping(element, as: "details")
        guard let members = log.members(of: element, "\"applinks\"", advice: advice) else { return nil }
        var apps: [Located<String>]?
        var details: JSONElement?
        var defaults: AppleRule?
        var variables: [AppleVariable] = []
        var unknown: [UnknownMember] = []
        let misnamed = members.misnamed(["details"], among: Self.linkNames)
        for entry in members {
            switch entry.name {
            case "apps": apps = legacyApps(entry.element)
            case "details": details = entry.element
            case "defaults": defaults = rule(entry.element, "\"defaults\"")
            case "substitutionVariables": variables = self.variables(entry.element)
            case misnamed?.name:
                log.misnamed(entry, known: Self.linkNames, .detailsMissing, "no URL opens an app")
                unknown.append(UnknownMember(entry))
            default:
                log.unknown(
                    entry, known: Self.linkNames,
                    elsewhere: [
                        "components": "an entry of \"details\"", "paths": "an entry of \"details\"",
                        "appID": "an entry of \"details\"", "appIDs": "an entry of \"details\"",
                        "webcredentials": "the outermost object", "appclips": "the outermost object",
                        "activitycontinuation": "the outermost object", "applinks": "the outermost object",
                    ])
                unknown.append(UnknownMember(entry))
            }
        }
        guard let details else {
            if misnamed == nil {
                log.add(
                    .detailsMissing, at: element, "\"applinks\" has no \"details\", so no URL opens an app",
                    advice: "write \"details\": [{\"appIDs\": […], \"components\": […]}]")
            }
            return AppleLinks(
                path: element.path, position: element.position, apps: apps, hasDetails: false, isDictionary: false,
                entries: [], defaults: defaults, variables: variables, unknown: unknown)
        }
        let (entries, isDictionary) = self.entries(details)
        return AppleLinks(
            path: element.path, position: element.position, apps: apps, hasDetails: true, isDictionary: isDictionary,
            entries: entries, defaults: defaults, variables: variables, unknown: unknown)
    }

    private mutating func legacyApps(_ element: JSONElement) -> [Located<String>]? {
        guard case .array = element.node.value else {
            log.wrongType(element, "\"apps\"", "an array", advice: "write \"apps\": []")
            return nil
        }
        guard let apps = log.strings(element, "\"apps\"") else { return nil }
        if case .array(let items) = element.node.value, !items.isEmpty {
            log.add(
                .appsFilled, at: element,
                "\"apps\" of \"applinks\" must be empty: iOS 12 and earlier read nothing else",
                advice: "write \"apps\": [] and name the apps in \"details\"")
        }
        return apps
    }

    private mutating func entries(_ details: JSONElement) -> ([AppleEntry], isDictionary: Bool) {
        if case .object(let members) = details.node.value {
            guard !members.contains(where: { Self.entryNames.contains($0.name) }) else {
                log.wrongType(details, "\"details\"", "an array", advice: "put it in an array: [{…}]")
                return ([], false)
            }
            log.add(
                .detailsDictionary, at: details,
                "\"details\" is a dictionary, the form of 2015, whose order is undefined",
                advice: "write an array of entries, each with \"appIDs\" and \"components\"")
            let members = (try? details.entries()) ?? []
            let entries = members.compactMap { member in
                entry(
                    member.element, key: Located(member.name, at: member.element.path, member.namePosition))
            }
            return (entries.sorted { ($0.singleAppID?.value ?? "") < ($1.singleAppID?.value ?? "") }, true)
        }
        guard let items = log.items(of: details, "\"details\"") else { return ([], false) }
        if items.isEmpty {
            log.add(
                .detailsEmpty, at: details, "\"details\" is empty, so no URL opens an app",
                advice: "add an entry for each app")
        }
        return (items.compactMap { entry($0, key: nil) }, false)
    }
}

extension Located<JSONMember> {
    init(_ entry: JSONEntry) {
        self.init(
            JSONMember(name: entry.name, namePosition: entry.namePosition, node: entry.element.node),
            at: entry.element.path, entry.namePosition)
    }
}
