import DeepLinks
import JSONText

/// An `assetlinks.json` in the shape that Android reads.
enum AndroidMend {
    private static let targetNames = ["namespace", "package_name", "sha256_cert_fingerprints", "site"]
    private static let names = AndroidDocumentReader.statementNames

    /// The array of statements, also where a single one stands without it.
    static func file(_ file: JSONValue) -> JSONValue {
        // An array too many.
        if case .array(let items) = file, items.count == 1, case .array = items[0].value {
            return self.file(items[0].value)
        }
        if case .array = file { return file.mendingItems(statement) }
        let known = ["relation", "target"]
        let isStatement = file.names.contains { known.contains(file.meant(by: $0, known: names)) }
        return isStatement ? .array([JSONNode(statement(file))]) : file
    }

    private static func statement(_ statement: JSONValue) -> JSONValue {
        let named = statement.mendingMembers { name, value in (statement.meant(by: name, known: names), value) }
        return bringingRulesHome(bringingTargetHome(named)).mendingMembers { name, value in
            switch name {
            case "relation": (name, value.asArray)
            case "target": (name, target(value))
            case "relation_extensions": (name, extensions(value))
            default: (name, value)
            }
        }
    }

    /// What belongs into the target and stands beside it: in it, or in one that is made of it.
    private static func bringingTargetHome(_ statement: JSONValue) -> JSONValue {
        guard case .object(let members) = statement else { return statement }
        var target = statement.member("target") ?? .object([])
        guard case .object = target else { return statement }
        // What the target says otherwise stays where it is.
        let stray = members.filter { targetNames.contains($0.name) && target.member($0.name) == nil }
        guard !stray.isEmpty else { return statement }
        for member in stray { target = target.setting(member.name, to: member.node.value) }
        let moved = Set(stray.map(\.name))
        return .object(members.filter { !moved.contains($0.name) }).setting("target", to: target)
    }

    private static func target(_ target: JSONValue) -> JSONValue {
        target.mendingMembers { name, value in
            let name = target.meant(by: name, known: targetNames)
            // What has a package is an app of Android's.
            if name == "namespace", case .string("android") = value, target.names.contains("package_name") {
                return (name, .string("android_app"))
            }
            return (name, name == "sha256_cert_fingerprints" ? value.asArray.mendingItems(fingerprint) : value)
        }
    }

    // MARK: - Dynamic rules

    /// The rules that stand in the statement itself, where they are read.
    private static func bringingRulesHome(_ statement: JSONValue) -> JSONValue {
        let name = AndroidDocumentReader.componentsName
        guard let rules = statement.member(name), statement.member("relation_extensions") == nil else {
            return statement
        }
        return statement.setting(name, to: nil)
            .setting("relation_extensions", to: .object([JSONMember(name: name, rules)]))
    }

    /// The extensions under the whole name of the relation.
    private static func extensions(_ extensions: JSONValue) -> JSONValue {
        let relation = AssetRelation.handleAllURLs.text
        let component = AndroidDocumentReader.componentsName
        return extensions.mendingMembers { name, value in
            if name == component { return (relation, self.extension(value)) }
            let isMeant = name == relation || relation.hasSuffix("/\(name)") || relation.hasSuffix(".\(name)")
            return isMeant ? (relation, self.extension(value)) : (name, value)
        }
    }

    /// An extension, also where its rules stand in its place.
    private static func `extension`(_ value: JSONValue) -> JSONValue {
        let name = AndroidDocumentReader.componentsName
        if case .array = value { return .object([JSONMember(name: name, value.mendingItems(rule))]) }
        return value.mendingMembers { own, rules in
            let own = value.meant(by: own, known: [name])
            return (own, own == name ? rules.mendingItems(rule) : rules)
        }
    }

    private static func rule(_ rule: JSONValue) -> JSONValue {
        AppleMend.component(rule).mendingMembers { name, value in
            let name = AppleMend.part(name, value, of: rule) ?? rule.meant(by: name, known: ["exclude"])
            switch (name, value) {
            case ("exclude", .string("true")): return (name, .bool(true))
            case ("exclude", .string("false")): return (name, .bool(false))
            case ("?", .object): return (name, value.mendingMembers(AppleMend.item))
            default: return (name, value)
            }
        }
    }

    /// A fingerprint of 32 octets in capitals.
    private static func fingerprint(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value else { return value }
        let capitals = text.uppercased()
        return CertificateFingerprint(capitals) == nil ? value : .string(capitals)
    }
}
