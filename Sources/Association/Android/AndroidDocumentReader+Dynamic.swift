import JSONText

extension AndroidDocumentReader {
    static let componentsName = "dynamic_app_link_components"
    private static let discarded = "; all dynamic rules are discarded and the manifest decides"

    /// Reads `relation_extensions`: the rules for links.
    mutating func extensions(_ element: JSONElement) -> AndroidDynamicRules? {
        guard let members = log.members(of: element, "\"relation_extensions\"") else { return nil }
        var rules: AndroidDynamicRules?
        for member in members {
            guard member.name == AssetRelation.handleAllURLs.text else {
                if AssetRelation.handleAllURLs.text.hasSuffix(".\(member.name)") {
                    log.add(
                        .misspeltKey, at: member.element.path, member.namePosition,
                        "nobody reads \(member.name.quotedForMessage) here: a relation has its whole name",
                        advice: "write \"\(AssetRelation.handleAllURLs)\"")
                    continue
                }
                log.unknown(
                    member, known: [AssetRelation.handleAllURLs.text],
                    elsewhere: [Self.componentsName: "\"\(AssetRelation.handleAllURLs)\""])
                continue
            }
            for inner in log.members(of: member.element, "the extension") ?? [] {
                if inner.name == Self.componentsName {
                    rules = dynamicRules(inner.element)
                } else {
                    log.unknown(inner, known: [Self.componentsName])
                }
            }
        }
        return rules
    }

    private mutating func dynamicRules(_ element: JSONElement) -> AndroidDynamicRules {
        let none = AndroidDynamicRules(path: element.path, position: element.position, rules: nil)
        guard case .array(let nodes) = element.node.value else {
            malformed(element, "\"\(Self.componentsName)\" is \(element.node.value.kind), not an array")
            return none
        }
        guard !nodes.isEmpty else {
            log.add(
                .dynamicEmpty, at: element, "the list is empty, so it counts for nothing and the manifest decides",
                advice: "add rules, or leave it out")
            return none
        }
        let items = (try? element.items()) ?? []
        let rules = items.map { dynamicRule($0) }
        let good = rules.compactMap { $0 }
        guard good.count == rules.count else { return none }
        if good.allSatisfy(\.isExcluding) {
            log.add(
                .dynamicOpensNothing, at: element,
                "every rule excludes, and what matches none stays in the browser too",
                advice: "end the list with {\"/\": \"*\"} for what is left")
        }
        return AndroidDynamicRules(path: element.path, position: element.position, rules: good)
    }

    private mutating func malformed(_ element: JSONElement, _ message: String) {
        log.add(
            .dynamicMalformed, at: element, message + Self.discarded,
            advice:
                "mend it: {\"/\": \"/path/*\", \"?\": {\"name\": \"pattern\"}, \"#\": \"pattern\", \"exclude\": true}")
    }

    private mutating func dynamicRule(_ element: JSONElement) -> AndroidDynamicRule? {
        guard case .object = element.node.value, let members = try? element.entries() else {
            malformed(element, "a dynamic rule is \(element.node.value.kind), not an object")
            return nil
        }
        var rule = AndroidDynamicRule(path: element.path, position: element.position)
        var isGood = true
        var standIn: (member: JSONEntry, name: String)?
        for member in members {
            let value = member.element
            switch member.name {
            case "/":
                rule.pathPattern = dynamicPattern(value, "the pattern of the path")
                isGood = isGood && rule.pathPattern != nil
            case "#":
                rule.fragment = dynamicPattern(value, "the pattern of the fragment")
                isGood = isGood && rule.fragment != nil
            case "?":
                if let items = dynamicItems(value) { rule.items = items } else { isGood = false }
            case "exclude":
                if case .bool(let excludes) = value.node.value {
                    rule.isExcluding = excludes
                } else {
                    malformed(value, "\"exclude\" is \(value.node.value.kind), not true or false")
                    isGood = false
                }
            case "comment", "comments": break
            case "caseSensitive", "percentEncoded":
                rule.unknown.append(UnknownMember(member))
                // Only the one changes what the rule opens.
                let isLost = if case .bool(false) = value.node.value { member.name == "caseSensitive" } else { false }
                log.add(
                    isLost ? .misplacedKey : .unknownKey, at: value.path, member.namePosition,
                    "Android has no \"\(member.name)\"\(member.name == "caseSensitive" ? "; case always counts" : "")",
                    advice: isLost ? "leave it out, and write a rule for each spelling that links have" : "leave it out"
                )
            default:
                rule.unknown.append(UnknownMember(member))
                if standIn == nil, !members.contains(where: { ["/", "?", "#"].contains($0.name) }),
                    let name = AppleDocumentReader.partNames[member.name]
                {
                    standIn = (member, name)
                } else {
                    log.unknown(
                        member, known: ["exclude"],
                        elsewhere: AppleDocumentReader.partNames.mapValues { "\"\($0)\"" })
                }
            }
        }
        if isGood, rule.pathPattern == nil, rule.items.isEmpty, rule.fragment == nil {
            if let (member, name) = standIn {
                log.add(
                    .dynamicMalformed, at: member.element.path, member.namePosition,
                    "nobody reads \"\(member.name)\" here, so the rule asks for nothing" + Self.discarded,
                    advice: FindingLog.writing(member, as: name))
            } else {
                malformed(element, "a dynamic rule asks for nothing")
            }
            return nil
        }
        return isGood ? rule : nil
    }

    private mutating func dynamicPattern(_ element: JSONElement, _ what: String) -> Located<String>? {
        guard case .string(let text) = element.node.value else {
            malformed(element, "\(what) is \(element.node.value.kind), not a string")
            return nil
        }
        guard !text.isEmpty else {
            malformed(element, "\(what) is empty")
            return nil
        }
        return Located(text, element)
    }

    private mutating func dynamicItems(_ element: JSONElement) -> [AndroidDynamicRule.Item]? {
        guard case .object = element.node.value, let members = try? element.entries() else {
            malformed(element, "\"?\" is \(element.node.value.kind), not an object of item names and patterns")
            return nil
        }
        guard !members.isEmpty else {
            malformed(element, "\"?\" is empty")
            return nil
        }
        let items = members.compactMap { member in
            dynamicPattern(member.element, "the pattern of \(member.name.quotedForMessage)").map {
                AndroidDynamicRule.Item(name: member.name, pattern: $0)
            }
        }
        return items.count == members.count ? items : nil
    }
}
