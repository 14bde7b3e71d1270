import DeepLinks
import JSONText

/// An `assetlinks.json` in the shape that Android reads.
enum AndroidMend {
    private static let targetNames = ["namespace", "package_name", "sha256_cert_fingerprints", "site"]

    /// The array of statements, also where a single one stands without it.
    static func file(_ file: JSONValue) -> JSONValue {
        if case .array = file { return file.mendingItems(statement) }
        let isStatement = !Set(file.names).isDisjoint(with: ["relation", "target"])
        return isStatement ? .array([JSONNode(statement(file))]) : file
    }

    private static func statement(_ statement: JSONValue) -> JSONValue {
        guard case .object(let members) = statement else { return statement }
        // What belongs into the target and stands beside it.
        let stray = members.filter { targetNames.contains($0.name) }
        let own = JSONValue.object(members.filter { !targetNames.contains($0.name) })
        return own.mendingMembers { name, value in
            let name = own.meant(by: name, known: AndroidDocumentReader.statementNames)
            switch name {
            case "relation": return (name, value.asArray)
            case "target": return (name, target(value, stray))
            default: return (name, value)
            }
        }
    }

    private static func target(_ target: JSONValue, _ stray: [JSONMember]) -> JSONValue {
        guard case .object(let members) = target else { return target }
        let missing = stray.filter { !target.names.contains($0.name) }
        return JSONValue.object(members + missing).mendingMembers { name, value in
            let name = target.meant(by: name, known: targetNames)
            return (name, name == "sha256_cert_fingerprints" ? value.asArray.mendingItems(fingerprint) : value)
        }
    }

    /// A fingerprint of 32 octets in capitals.
    private static func fingerprint(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value else { return value }
        let capitals = text.uppercased()
        return CertificateFingerprint(capitals) == nil ? value : .string(capitals)
    }
}
