import JSONText

extension AppleDocumentReader {
    static let entryNames = ["appID", "appIDs", "components", "paths", "defaults"]

    /// Reads an entry of `details`; `key` is its app ID in a dictionary.
    mutating func entry(_ element: JSONElement, key: Located<String>?) -> AppleEntry? {
        guard let members = log.members(of: element, "an entry of \"details\"") else { return nil }
        var listed: [Located<String>]?
        var single = key
        var components: [AppleRule]?
        var paths: [AppleLegacyRule]?
        var defaults: AppleRule?
        var unknown: [UnknownMember] = []
        var hasID = key != nil
        let misnamedID = hasID ? nil : members.misnamed(["appID", "appIDs"], among: Self.entryNames)
        let misnamedRules = members.misnamed(["components", "paths"], among: Self.entryNames)
        for member in members {
            switch member.name {
            case "appIDs":
                hasID = true
                listed = appIDs(member.element)
            case "appID":
                hasID = true
                // In a dictionary the key is the app.
                if key == nil { single = log.string(member.element, "\"appID\"") }
            case "components": components = self.components(member.element)
            case "paths": paths = legacyRules(member.element)
            case "defaults": defaults = rule(member.element, "\"defaults\"")
            case misnamedID?.name:
                log.misnamed(
                    member, known: Self.entryNames, .appIDMissing, "the entry names no app, and nobody reads it")
                unknown.append(UnknownMember(member))
            case misnamedRules?.name:
                log.misnamed(
                    member, known: Self.entryNames, .rulesMissing,
                    "the entry has no rules, and whether it opens all URLs or none is not known")
                unknown.append(UnknownMember(member))
            default:
                log.unknown(
                    member, known: Self.entryNames,
                    elsewhere: [
                        "/": "a component", "?": "a component", "#": "a component",
                        "exclude": "a component", "caseSensitive": "\"defaults\" or a component",
                        "percentEncoded": "\"defaults\" or a component", "apps": "\"applinks\"",
                        "substitutionVariables": "\"applinks\"",
                    ])
                unknown.append(UnknownMember(member))
            }
        }
        if !hasID, misnamedID == nil {
            log.add(
                .appIDMissing, at: element, "the entry names no app, so nobody reads it",
                advice: "add \"appIDs\": [\"PREFIX.bundle.id\"]")
        }
        let hasRules = members.contains { $0.name == "components" || $0.name == "paths" }
        if !hasRules, misnamedRules == nil {
            log.add(
                .rulesMissing, at: element,
                "the entry has no \"components\" and no \"paths\"; whether it opens all URLs or none is not known",
                advice: "add \"components\": [{\"/\": \"/some/path/*\"}]")
        }
        return AppleEntry(
            path: element.path, position: element.position, listedAppIDs: listed, singleAppID: single,
            components: components, paths: paths, defaults: defaults, unknown: unknown)
    }

    /// Reads `appIDs`; of a wrong type it is there all the same, and empty.
    private mutating func appIDs(_ element: JSONElement) -> [Located<String>] {
        let names = element.node.value.names
        let advice = names.isEmpty ? nil : "write [\(names.map(\.quotedForMessage).joined(separator: ", "))]"
        guard let ids = log.strings(element, "\"appIDs\"", advice: advice) else { return [] }
        if case .array(let items) = element.node.value, items.isEmpty {
            log.add(
                .appIDsEmpty, at: element, "\"appIDs\" is empty, so the entry is for no app, whatever \"appID\" says",
                advice: "list the app IDs")
        }
        return ids
    }

    private mutating func components(_ element: JSONElement) -> [AppleRule] {
        let advice: String? =
            if case .string(let text) = element.node.value {
                "write [\(text.listedPaths.map(AppleLegacyRule.component).joined(separator: ", "))]"
            } else {
                nil
            }
        guard let items = log.items(of: element, "\"components\"", advice: advice) else { return [] }
        if items.isEmpty {
            log.add(
                .rulesEmpty, at: element, "\"components\" is empty and matches nothing",
                advice: "add a component for each path that opens the app")
        }
        return items.compactMap { item in
            // What was meant for `paths`.
            let advice: String? =
                if case .string(let text) = item.node.value { "write \(AppleLegacyRule.component(text))" } else { nil }
            return rule(item, "a component", advice: advice)
        }
    }

    private mutating func legacyRules(_ element: JSONElement) -> [AppleLegacyRule] {
        guard let texts = log.strings(element, "\"paths\"") else { return [] }
        if case .array(let items) = element.node.value, items.isEmpty {
            log.add(
                .rulesEmpty, at: element, "\"paths\" is empty and matches nothing",
                advice: "add a pattern for each path that opens the app")
        }
        return texts.map(AppleLegacyRule.init)
    }
}

extension AppleLegacyRule {
    /// The text of a rule of `paths` as a component.
    fileprivate static func component(_ text: String) -> String {
        let words = text.hasPrefix("NOT ") ? text.dropFirst(4).drop { $0 == " " } : text[...]
        return "{\"/\": \(String(words).quotedForMessage)\(text.hasPrefix("NOT ") ? ", \"exclude\": true" : "")}"
    }
}
