import JSONText

extension AppleDocumentReader {
    private static let ruleNames = ["/", "?", "#", "exclude", "comment", "caseSensitive", "percentEncoded"]
    // The names of one character are near to every other.
    static let longRuleNames = ruleNames.filter { $0.utf8.count > 1 }
    /// What the parts of a URL are called elsewhere, with the names that are read.
    static let partNames = ["path": "/", "paths": "/", "query": "?", "fragment": "#"]

    /// Reads a component, or defaults.
    mutating func rule(_ element: JSONElement, _ what: String, advice: String? = nil) -> AppleRule? {
        guard let members = log.members(of: element, what, advice: advice) else { return nil }
        var rule = AppleRule(path: element.path, position: element.position)
        for member in members {
            let value = member.element
            let count = log.findings.count
            switch member.name {
            case "/": rule.pathPattern = log.string(value, "the pattern of the path")
            case "?": rule.query = query(value)
            case "#": rule.fragment = log.string(value, "the pattern of the fragment")
            case "exclude": rule.isExcluding = log.bool(value, "\"exclude\"")
            case "caseSensitive": rule.isCaseSensitive = log.bool(value, "\"caseSensitive\"")
            case "percentEncoded": rule.isPercentEncoded = log.bool(value, "\"percentEncoded\"")
            case "comment":
                if case .string(let text) = value.node.value {
                    rule.comment = text
                } else {
                    log.add(
                        .commentType, at: value, "a comment is text; what systems make of another value is not known",
                        advice: "write it in quotes")
                }
            default:
                rule.unknown.append(UnknownMember(member))
                if let name = Self.partNames[member.name], !members.contains(where: { $0.name == name }) {
                    misnamedPart(member, name)
                    continue
                }
                let parts = Self.partNames.mapValues { "\"\($0)\"" }
                log.unknown(
                    member, known: Self.longRuleNames,
                    elsewhere: parts.merging(
                        ["appID": "the entry", "appIDs": "the entry", "components": "the entry"]) { own, _ in own })
            }
            if log.findings[count...].contains(where: { $0.code == .wrongType }) { rule.unread.insert(member.name) }
        }
        return rule
    }

    /// Reports a part of a URL by another name, without which the rule matches more than it reads.
    private mutating func misnamedPart(_ member: JSONEntry, _ name: String) {
        log.add(
            .misplacedKey, at: member.element.path, member.namePosition,
            "nobody reads \"\(member.name)\" here, so the rule itself asks for no \(member.name == "paths" ? "path" : member.name)",
            advice: FindingLog.writing(member, as: name))
    }

    private mutating func query(_ element: JSONElement) -> AppleRule.Query? {
        switch element.node.value {
        case .string(let text): return .text(Located(text, element))
        case .object:
            let members = (try? element.entries()) ?? []
            var items: [AppleQueryItem] = []
            for member in members {
                guard case .string(let text) = member.element.node.value else {
                    log.add(
                        .queryValueType, at: member.element,
                        "the value of \(member.name.quotedForMessage) is \(member.element.node.value.kind);"
                            + " systems then ignore the whole \"?\", and the rule matches more than it reads",
                        advice: "write a pattern in quotes")
                    continue
                }
                items.append(AppleQueryItem(name: member.name, pattern: Located(text, member.element)))
            }
            return items.count == members.count ? .items(items) : .ignored
        default:
            log.wrongType(element, "\"?\"", "a pattern, or an object of item names and patterns")
            return nil
        }
    }

    /// Reads `substitutionVariables`.
    mutating func variables(_ element: JSONElement) -> [AppleVariable] {
        (log.members(of: element, "\"substitutionVariables\"") ?? []).compactMap { member in
            guard let values = log.strings(member.element, "the list of \(member.name.quotedForMessage)") else {
                return nil
            }
            return AppleVariable(
                name: member.name, namePosition: member.namePosition, path: member.element.path, values: values)
        }
    }
}
