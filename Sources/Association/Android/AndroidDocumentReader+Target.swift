import DeepLinks
import JSONText

extension AndroidDocumentReader {
    private static let appNames = ["namespace", "package_name", "sha256_cert_fingerprints"]
    private static let webNames = ["namespace", "site"]

    /// Reads a target; `nil` where its statement is bad.
    mutating func target(_ element: JSONElement) -> (AndroidStatement.Target, [UnknownMember])? {
        guard let members = log.members(of: element, "\"target\"") else {
            refuse()
            return nil
        }
        guard let namespace = members.first(where: { $0.name == "namespace" }) else {
            let known = Self.appNames + Self.webNames
            if let member = members.misnamed(["namespace"], among: known) {
                refuse(member, known: known, .namespaceMissing, "the target is of no kind")
                return nil
            }
            refuse(
                .namespaceMissing, at: element, "unrecognized namespace: there is none",
                advice: "add \"namespace\": \"android_app\"")
            return nil
        }
        switch namespace.element.node.value {
        case .string("android_app"):
            let unknown = unknown(members, known: Self.appNames)
            return app(element, members).map { ($0, unknown) }
        case .string("web"):
            let unknown = unknown(members, known: Self.webNames)
            return web(element, members).map { ($0, unknown) }
        case .string(let text):
            refuse(
                .namespaceUnknown, at: namespace.element, "unrecognized namespace \(text.quotedForMessage)",
                advice: "write \"android_app\" or \"web\"")
        default:
            log.wrongType(namespace.element, "\"namespace\"", "\"android_app\" or \"web\"")
            refuse()
        }
        return nil
    }

    private mutating func unknown(_ members: [JSONEntry], known: [String]) -> [UnknownMember] {
        let others = members.filter { !known.contains($0.name) }
        let standIns = known.compactMap { members.misnamed([$0], among: known)?.name }
        for other in others where !standIns.contains(other.name) {
            log.unknown(
                other, known: known,
                elsewhere: [
                    "relation": "the statement", "relation_extensions": "the statement",
                    "dynamic_app_link_components":
                        "\"relation_extensions\" of the statement, under \"\(AssetRelation.handleAllURLs)\"",
                ])
        }
        return others.map(UnknownMember.init)
    }

    private mutating func web(_ element: JSONElement, _ members: [JSONEntry]) -> AndroidStatement.Target? {
        guard let site = members.first(where: { $0.name == "site" }) else {
            if let member = members.misnamed(["site"], among: Self.webNames) {
                refuse(member, known: Self.webNames, .siteMissing, "the target has no site")
                return nil
            }
            refuse(
                .siteMissing, at: element, "no site field", advice: "add \"site\": \"https://example.com\"")
            return nil
        }
        guard let text = log.string(site.element, "\"site\"") else {
            refuse()
            return nil
        }
        do throws(RuleViolation) {
            return .web(Located(try AssetSite(text.value), site.element))
        } catch {
            refuse(.siteForm, at: site.element, error.rule, advice: "write scheme and host: https://example.com")
            return nil
        }
    }

    private mutating func app(_ element: JSONElement, _ members: [JSONEntry]) -> AndroidStatement.Target? {
        let package = packageName(element, members)
        let fingerprints = fingerprints(element, members)
        guard let package, let fingerprints else {
            if let package { lowerCaseTarget = lowerCaseTarget(package, members) }
            return nil
        }
        return .app(package: package, fingerprints: fingerprints)
    }

    /// The target with fingerprints in capitals; `nil` where one is none.
    private func lowerCaseTarget(_ package: Located<String>, _ members: [JSONEntry]) -> AndroidStatement.Target? {
        let element = members.first { $0.name == "sha256_cert_fingerprints" }?.element
        guard let items = try? element?.items(), !items.isEmpty else { return nil }
        let fingerprints = items.compactMap { item -> Located<String>? in
            guard case .string(let text) = item.node.value else { return nil }
            return CertificateFingerprint(text).map { Located($0.text, item) }
        }
        return fingerprints.count == items.count ? .app(package: package, fingerprints: fingerprints) : nil
    }

    private mutating func packageName(_ target: JSONElement, _ members: [JSONEntry]) -> Located<String>? {
        guard let element = members.first(where: { $0.name == "package_name" })?.element else {
            if let member = members.misnamed(["package_name"], among: Self.appNames) {
                refuse(member, known: Self.appNames, .packageMissing, "the target names no app")
                return nil
            }
            refuse(
                .packageMissing, at: target, "no package_name field",
                advice: "add \"package_name\": \"com.example.app\"")
            return nil
        }
        guard let name = log.string(element, "\"package_name\"") else {
            refuse()
            return nil
        }
        guard PackageName(name.value) == nil else { return name }
        log.add(
            .packageForm, at: name, "invalid package name \(name.value.quotedForMessage)",
            advice: "write the app's application ID: two or more dotted parts of letters, digits and _")
        let isPart = { (part: Substring) in
            !part.isEmpty
                && part.utf8.allSatisfy {
                    $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                }
        }
        // One part alone is no name of an Android app, and yet no reason to leave the statement out.
        guard name.value.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isPart) else {
            refuse()
            return nil
        }
        return name
    }

    private mutating func fingerprints(_ target: JSONElement, _ members: [JSONEntry]) -> [Located<String>]? {
        guard let element = members.first(where: { $0.name == "sha256_cert_fingerprints" })?.element else {
            if let member = members.misnamed(["sha256_cert_fingerprints"], among: Self.appNames) {
                refuse(member, known: Self.appNames, .fingerprintsMissing, "the target has no key")
                return nil
            }
            refuse(
                .fingerprintsMissing, at: target, "no sha256_cert_fingerprints field in android app asset descriptor",
                advice: "add \"sha256_cert_fingerprints\": [\"AB:CD:…\"] with the key that the store signs with")
            return nil
        }
        guard let items = log.items(of: element, "\"sha256_cert_fingerprints\"") else {
            refuse()
            return nil
        }
        guard !items.isEmpty else {
            refuse(
                .fingerprintsEmpty, at: element, "\"sha256_cert_fingerprints\" must contain at least one certificate",
                advice: "add the fingerprint of the key that the store signs with")
            return nil
        }
        let good = items.compactMap { fingerprint($0) }
        return good.count == items.count ? good : nil
    }

    private mutating func fingerprint(_ element: JSONElement) -> Located<String>? {
        guard let text = log.string(element, "an item of \"sha256_cert_fingerprints\"") else {
            refuse()
            return nil
        }
        guard let fingerprint = CertificateFingerprint(text.value) else {
            let octets = text.value.split(separator: ":", omittingEmptySubsequences: false)
            if octets.count == 20, octets.allSatisfy({ $0.count == 2 && $0.allSatisfy(\.isHexDigit) }) {
                refuse(
                    .fingerprintSHA1, at: element, "malformed cert: 20 octets are the SHA-1 fingerprint",
                    advice: "write the SHA-256 one, 32 octets, and take this one out: it voids the statement")
            } else {
                refuse(
                    .fingerprintForm, at: element, "malformed cert: a fingerprint is 32 octets joined by colons",
                    advice: "write it as keytool and the Play Console show it: AB:CD:…")
            }
            return nil
        }
        self.fingerprints.append(Located(fingerprint.text, element))
        guard fingerprint.text == text.value else {
            refuse(
                .fingerprintLowerCase, at: element,
                "malformed cert: Google wants upper-case hex and leaves the statement out otherwise",
                advice: "write \(fingerprint.text)")
            return nil
        }
        return text
    }
}
