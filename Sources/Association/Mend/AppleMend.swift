import JSONText

/// An `apple-app-site-association` in the shape that systems of today read.
enum AppleMend {
    static func file(_ file: JSONValue) -> JSONValue {
        // One object that stands in an array.
        if case .array(let items) = file, items.count == 1, items[0].value.names.contains("applinks") {
            return self.file(items[0].value)
        }
        return bringingLinksHome(file).mendingMembers { name, value in
            let name = file.meant(by: name, known: AppleDocumentReader.names)
            guard AppleDocumentReader.names.contains(name) else { return (name, value) }
            return (name, name == "applinks" ? applinks(value.wrapped(as: "details")) : value.wrapped(as: "apps"))
        }
    }

    /// What stands outermost and belongs into `applinks`, in there.
    private static func bringingLinksHome(_ file: JSONValue) -> JSONValue {
        ["details", "defaults", "substitutionVariables"].reduce(file) { bringing($1, homeIn: $0) }
    }

    /// A member that stands outermost, in `applinks`, unless that has its own; `details` make one where there is none.
    private static func bringing(_ name: String, homeIn file: JSONValue) -> JSONValue {
        guard let value = file.member(name) else { return file }
        let known = file.names.first { file.meant(by: $0, known: AppleDocumentReader.names) == "applinks" }
        guard let known, let links = file.member(known) else {
            guard name == "details", case .object(let members) = file else { return file }
            let links = JSONMember(name: "applinks", .object([JSONMember(name: name, value)]))
            return .object(members.map { $0.name == name ? links : $0 })
        }
        let isFree = links.names.allSatisfy { links.meant(by: $0, known: AppleDocumentReader.linkNames) != name }
        guard case .object = links, isFree else { return file }
        return file.setting(name, to: nil).setting(known, to: links.setting(name, to: value))
    }

    private static func applinks(_ links: JSONValue) -> JSONValue {
        let named = links.mendingMembers { name, value in
            (links.meant(by: name, known: AppleDocumentReader.linkNames), value)
        }
        let mended = emptyingApps(named).mendingMembers { name, value in
            (name, name == "details" ? details(value) : value)
        }
        return liftingVariables(mended)
    }

    /// The `apps` empty, as iOS 12 and earlier ask, where nothing is lost by it: entries that stand there are moved to
    /// `details`, and an app ID that these do not name stays.
    private static func emptyingApps(_ links: JSONValue) -> JSONValue {
        guard case .array(let apps)? = links.member("apps"), !apps.isEmpty else { return links }
        let entries = apps.filter { if case .object = $0.value { true } else { false } }
        var links = links
        if !entries.isEmpty {
            switch links.member("details") {
            case nil: links = links.setting("details", to: .array(entries))
            case .array(let own)?: links = links.setting("details", to: .array(own + entries))
            default: return links
            }
        }
        let named = links.member("details")?.texts ?? []
        let rest = apps.filter { app in
            switch app.value {
            case .object: false
            case .string(let text): !named.contains(text)
            default: true
            }
        }
        return links.setting("apps", to: .array(rest))
    }

    /// The variables of an entry where all entries find them, if no others are there.
    private static func liftingVariables(_ links: JSONValue) -> JSONValue {
        let name = "substitutionVariables"
        guard case .array(let entries)? = links.member("details"), links.member(name) == nil else { return links }
        let variables = entries.compactMap { $0.value.member(name) }
        guard variables.count == 1 else { return links }
        return links.setting("details", to: .array(entries.map { JSONNode($0.value.setting(name, to: nil)) }))
            .setting(name, to: variables[0])
    }

    /// The entries; of the dictionary of 2015 one for each app.
    private static func details(_ details: JSONValue) -> JSONValue {
        guard case .object(let members) = details else { return details.mendingItems(entry) }
        // One entry, without its array.
        let known = AppleDocumentReader.entryNames
        guard !details.names.contains(where: { known.contains(details.meant(by: $0, known: known)) }) else {
            return .array([JSONNode(entry(details))])
        }
        let entries = members.compactMap { member -> JSONNode? in
            let app = JSONMember(name: "appIDs", .array([JSONNode(.string(member.name))]))
            switch entry(member.node.value) {
            case .object(let own): return JSONNode(.object([app] + own.map(modern)))
            case .array, .string:
                // The paths without their name.
                let paths = JSONMember(name: "paths", member.node.value.asArray)
                return JSONNode(.object([app, modern(paths)]))
            default: return nil
            }
        }
        return entries.count == members.count ? .array(entries) : details
    }

    private static func entry(_ entry: JSONValue) -> JSONValue {
        entry.mendingMembers { name, value in
            let name = entry.meant(by: name, known: AppleDocumentReader.entryNames)
            switch name {
            case "appIDs":
                // A dictionary keyed by app ID.
                let names = value.names.map { JSONNode(.string($0)) }
                return (name, names.isEmpty ? value.asArray : .array(names))
            case "appID":
                guard case .array = value else { return (name, value) }
                return ("appIDs", value)
            case "components":
                let rules: JSONValue = if case .object = value { .array([JSONNode(value)]) } else { value.asArray }
                return (name, rules.mendingItems { rule(component($0)) })
            case "paths": return (name, value.asArray)
            default: return (name, value)
            }
        }
    }

    /// `paths` as `components`, which say the same: both know `*`, `?` and the first that matches.
    private static func modern(_ member: JSONMember) -> JSONMember {
        guard member.name == "paths" else { return member }
        return JSONMember(name: "components", member.node.value.mendingItems(component))
    }

    /// A text of `paths` as a component; anything else as it is.
    static func component(_ path: JSONValue) -> JSONValue {
        guard case .string(let text) = path else { return path }
        let isExcluding = text.hasPrefix("NOT ")
        let pattern = isExcluding ? String(text.dropFirst("NOT ".utf8.count)) : text
        let exclude = isExcluding ? [JSONMember(name: "exclude", .bool(true))] : []
        return .object([JSONMember(name: "/", .string(pattern))] + exclude)
    }

    private static func rule(_ rule: JSONValue) -> JSONValue {
        rule.mendingMembers { name, value in
            let name = part(name, value, of: rule) ?? rule.meant(by: name, known: AppleDocumentReader.longRuleNames)
            switch (name, value) {
            case ("exclude", .string("true")), ("caseSensitive", .string("true")), ("percentEncoded", .string("true")):
                return (name, .bool(true))
            case ("exclude", .string("false")), ("caseSensitive", .string("false")),
                ("percentEncoded", .string("false")):
                return (name, .bool(false))
            case ("?", .object): return (name, value.mendingMembers(item))
            default: return (name, value)
            }
        }
    }

    /// The name of a part of a URL, also where it is called as it is elsewhere and not there by its own.
    static func part(_ name: String, _ value: JSONValue, of rule: JSONValue) -> String? {
        if name.utf8.count == 1 { return name }
        guard let part = AppleDocumentReader.partNames[name], case .string = value,
            !rule.names.contains(where: { $0 != name && (AppleDocumentReader.partNames[$0] ?? $0) == part })
        else { return nil }
        return part
    }

    /// A value that is no text makes the rule wider than it reads.
    static func item(_ name: String, _ value: JSONValue) -> (name: String, value: JSONValue) {
        switch value {
        case .number(let number): (name, .string(number.text))
        case .bool(let bool): (name, .string(bool ? "true" : "false"))
        default: (name, value)
        }
    }
}

extension JSONValue {
    /// All texts in it: the names and the values.
    fileprivate var texts: Set<String> {
        switch self {
        case .string(let text): [text]
        case .array(let items): items.reduce(into: []) { $0.formUnion($1.value.texts) }
        case .object(let members):
            members.reduce(into: []) { texts, member in
                texts.insert(member.name)
                texts.formUnion(member.node.value.texts)
            }
        default: []
        }
    }
}
