import DeepLinks
import JSONText

/// Makes an ``AndroidDocument`` of JSON.
struct AndroidDocumentReader {
    var log = FindingLog()
    private(set) var refusals: [Finding] = []
    private var lowerCaseStatements: [AndroidStatement] = []
    /// All fingerprints so far, in capitals.
    var fingerprints: [Located<String>] = []
    /// The target that was read last and is bad for hex in lower case alone, with it in capitals.
    var lowerCaseTarget: AndroidStatement.Target?

    static let statementNames = ["relation", "target", "include", "relation_extensions"]

    mutating func document(_ root: JSONElement) -> AndroidDocument {
        var statements: [AndroidStatement] = []
        var includes: [AndroidInclude] = []
        let items = log.items(of: root, "the file") ?? []
        for item in items {
            guard let members = log.members(of: item, "a statement") else {
                refuse()
                continue
            }
            if let include = members.first(where: { $0.name == "include" }) {
                if let include = self.include(include, members) { includes.append(include) }
            } else if let statement = statement(item, members) {
                statements.append(statement)
            }
        }
        if items.isEmpty {
            log.add(
                .statementsEmpty, at: root, "there are no statements, so no app is vouched for",
                advice: "add a statement for each app")
        }
        return AndroidDocument(
            statements: statements, lowerCaseStatements: lowerCaseStatements, fingerprints: fingerprints,
            includes: includes, itemCount: items.count, refusals: refusals, findings: log.findings)
    }

    /// Says that the last finding makes its statement bad.
    mutating func refuse() {
        if let last = log.findings.last { refusals.append(last) }
    }

    mutating func refuse(_ code: FindingCode, at element: JSONElement, _ message: String, advice: String) {
        log.add(code, at: element, message, advice: advice)
        refuse()
    }

    mutating func refuse(_ member: JSONEntry, known: [String], _ missing: FindingCode, _ consequence: String) {
        log.misnamed(member, known: known, missing, consequence)
        refuse()
    }

    // MARK: - Includes

    private mutating func include(_ include: JSONEntry, _ members: [JSONEntry]) -> AndroidInclude? {
        if let other = members.first(where: { $0.name == "relation" || $0.name == "target" }) {
            log.add(
                .includeFields, at: other.element.path, other.namePosition,
                "invalid field beside \"include\": \(other.name.quotedForMessage)",
                advice: "make two items of it, one that includes and one that states")
            refuse()
            return nil
        }
        guard let url = log.string(include.element, "\"include\"") else {
            refuse()
            return nil
        }
        let site: AssetSite
        do throws(RuleViolation) {
            site = try AssetSite(ofURL: url.value)
        } catch {
            refuse(
                .includeForm, at: include.element, "what is included is not there: \(error.rule)",
                advice: "write the https URL of a file of statements")
            return nil
        }
        if site.scheme == .http {
            log.add(
                .includeInsecure, at: url, "a file that is fetched over https may not include one over http",
                advice: "write https://")
        }
        log.add(
            .includeDepth, at: url,
            "what is included is fetched without redirects, and Android follows no include in it",
            advice: "keep it to one level, or write the statements here")
        let others = members.filter { $0.name != "include" }
        for other in others { log.unknown(other, known: Self.statementNames) }
        return AndroidInclude(url: url, site: site, unknown: others.map(UnknownMember.init))
    }

    // MARK: - Statements

    private mutating func statement(_ item: JSONElement, _ members: [JSONEntry]) -> AndroidStatement? {
        var relations: [Located<AssetRelation>]?
        var target: (AndroidStatement.Target, [UnknownMember])?
        var dynamicRules: AndroidDynamicRules?
        var unknown: [UnknownMember] = []
        let misnamedRelation = members.misnamed(["relation"], among: Self.statementNames)
        let misnamedTarget = members.misnamed(["target"], among: Self.statementNames)
        for member in members {
            switch member.name {
            case "relation": relations = self.relations(member.element)
            case "target": target = self.target(member.element)
            case "relation_extensions": dynamicRules = extensions(member.element)
            case misnamedRelation?.name:
                refuse(member, known: Self.statementNames, .relationMissing, "the statement says nothing")
            case misnamedTarget?.name:
                refuse(member, known: Self.statementNames, .targetMissing, "the statement is about nobody")
            default:
                log.unknown(
                    member, known: Self.statementNames,
                    elsewhere: [
                        "namespace": "\"target\"", "package_name": "\"target\"", "site": "\"target\"",
                        "sha256_cert_fingerprints": "\"target\"",
                        "dynamic_app_link_components":
                            "\"relation_extensions\", under \"delegate_permission/common.handle_all_urls\"",
                    ])
                unknown.append(UnknownMember(member))
            }
        }
        let names = members.map(\.name)
        defer { lowerCaseTarget = nil }
        if !names.contains("relation"), misnamedRelation == nil {
            refuse(
                .relationMissing, at: item, "no relation, so the statement says nothing",
                advice: "add \"relation\": [\"delegate_permission/common.handle_all_urls\"]")
        }
        if !names.contains("target"), misnamedTarget == nil {
            refuse(
                .targetMissing, at: item, "no target specified, so the statement is about nobody",
                advice: "add \"target\": {\"namespace\": \"android_app\", …}")
        }
        guard let relations, let target else {
            if let relations, let lowerCaseTarget {
                lowerCaseStatements.append(
                    AndroidStatement(
                        path: item.path, position: item.position, relations: relations, target: lowerCaseTarget,
                        dynamicRules: dynamicRules, unknown: unknown))
            }
            return nil
        }
        if case .app = target.0, !relations.contains(where: { $0.value == .handleAllURLs }) {
            log.add(
                .opensNoLinks, at: item, "the statement does not let the app open links",
                advice: "add \"\(AssetRelation.handleAllURLs)\" if links should open it")
        }
        if let dynamicRules, !relations.contains(where: { $0.value == .handleAllURLs }) {
            log.add(
                .dynamicRelation, at: dynamicRules.path, dynamicRules.position,
                "the statement has no relation \"\(AssetRelation.handleAllURLs)\", so the rules are for nothing",
                advice: "add it to \"relation\"")
        }
        return AndroidStatement(
            path: item.path, position: item.position, relations: relations, target: target.0,
            dynamicRules: dynamicRules, unknown: unknown + target.1)
    }

    private mutating func relations(_ element: JSONElement) -> [Located<AssetRelation>]? {
        guard let items = log.items(of: element, "\"relation\"") else {
            refuse()
            return nil
        }
        guard !items.isEmpty else {
            refuse(
                .relationEmpty, at: element, "no relation in the list, so the statement says nothing",
                advice: "write [\"delegate_permission/common.handle_all_urls\"]")
            return nil
        }
        var relations: [Located<AssetRelation>] = []
        for item in items {
            guard case .string(let text) = item.node.value else {
                refuse(
                    .wrongType, at: item, "invalid relation: it is \(item.node.value.kind), not a string",
                    advice: "write a string")
                continue
            }
            do throws(RuleViolation) {
                let relation = try AssetRelation(text)
                relations.append(Located(relation, item))
                check(relation, at: item)
            } catch {
                refuse(
                    .relationForm, at: item, error.rule,
                    advice: "write \"delegate_permission/common.handle_all_urls\" for links")
            }
        }
        return relations.count == items.count ? relations : nil
    }

    private mutating func check(_ relation: AssetRelation, at item: JSONElement) {
        let known = [AssetRelation.handleAllURLs.text, AssetRelation.getLoginCredentials.text]
        guard !known.contains(relation.text), relation.text.utf8.count < 64,
            let nearest = relation.text.nearestName(in: known), relation.text.edits(to: nearest, atMost: 3)
        else { return }
        log.add(
            .relationUnknown, at: item, "nobody acts on \(relation.text.quotedForMessage)",
            advice: "write \"\(nearest)\" if that was meant")
    }
}

extension String {
    /// Whether few letters differ, place by place or by a shift.
    fileprivate func edits(to other: String, atMost most: Int) -> Bool {
        abs(utf8.count - other.utf8.count) <= most
            && zip(utf8, other.utf8).prefix { $0 == $1 }.count
                + zip(utf8.reversed(), other.utf8.reversed()).prefix { $0 == $1 }.count
                >= other.utf8.count - most
    }
}
