import JSONText

/// An `apple-app-site-association` in the shape that systems of today read.
enum AppleMend {
    static func file(_ file: JSONValue) -> JSONValue {
        // One object that stands in an array.
        if case .array(let items) = file, items.count == 1, items[0].value.names.contains("applinks") {
            return self.file(items[0].value)
        }
        return file.mendingMembers { name, value in
            let name = file.meant(by: name, known: AppleDocumentReader.names)
            return (name, name == "applinks" ? value.mendingMembers(applinks) : value)
        }
    }

    private static func applinks(_ name: String, _ value: JSONValue) -> (name: String, value: JSONValue) {
        switch name {
        // iOS 12 and earlier read nothing else where it is filled.
        case "apps": (name, .array([]))
        case "details": (name, details(value))
        default: (name, value)
        }
    }

    /// The entries; of the dictionary of 2015 one for each app.
    private static func details(_ details: JSONValue) -> JSONValue {
        guard case .object(let members) = details else { return details.mendingItems(entry) }
        // One entry, without its array.
        guard Set(details.names).isDisjoint(with: AppleDocumentReader.entryNames) else {
            return .array([JSONNode(entry(details))])
        }
        return .array(
            members.map { member in
                guard case .object(let own) = entry(member.node.value) else { return member.node }
                let app = JSONMember(name: "appIDs", .array([JSONNode(.string(member.name))]))
                return JSONNode(.object([app] + own.map(modern)))
            })
    }

    private static func entry(_ entry: JSONValue) -> JSONValue {
        entry.mendingMembers { name, value in
            let name = entry.meant(by: name, known: AppleDocumentReader.entryNames)
            switch name {
            case "appIDs": return (name, value.asArray)
            case "appID":
                guard case .array = value else { return (name, value) }
                return ("appIDs", value)
            case "components": return (name, value.asArray.mendingItems { rule(component($0)) })
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
    private static func component(_ path: JSONValue) -> JSONValue {
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
    private static func part(_ name: String, _ value: JSONValue, of rule: JSONValue) -> String? {
        if name.utf8.count == 1 { return name }
        guard let part = AppleDocumentReader.partNames[name], case .string = value,
            !rule.names.contains(where: { $0 != name && (AppleDocumentReader.partNames[$0] ?? $0) == part })
        else { return nil }
        return part
    }

    /// A value that is no text makes the rule wider than it reads.
    private static func item(_ name: String, _ value: JSONValue) -> (name: String, value: JSONValue) {
        switch value {
        case .number(let number): (name, .string(number.text))
        case .bool(let bool): (name, .string(bool ? "true" : "false"))
        default: (name, value)
        }
    }
}
