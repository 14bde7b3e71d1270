import DeepLinks
package import JSONText

/// A question to the Digital Asset Links API, as its JSON says it.
package struct AssetQuery: Sendable {
    /// What is asked.
    package enum Operation: String, Sendable, CaseIterable {
        /// Which statements a source makes.
        case list
        /// Whether a source makes one.
        case check
    }

    /// Whose statements.
    package let source: Asset
    /// Which relation; `nil` is every one, in a list only.
    package let relation: AssetRelation?
    /// Whom it is about, in a check.
    package let target: Asset?

    /// Reads a question.
    ///
    /// - Throws: ``AssetError`` with ``AssetError/Code/invalidQuery``.
    package init(_ node: JSONNode, operation: Operation) throws(AssetError) {
        let members = Self.members(of: node)
        source = try Self.asset(members["source"], "source")
        let text = Self.string(members["relation"])
        if let text, !text.isEmpty {
            do throws(RuleViolation) { relation = try AssetRelation(text) } catch {
                throw AssetError(.invalidQuery, error.rule)
            }
        } else {
            guard operation == .list else { throw AssetError(.invalidQuery, "Request must contain a relation string") }
            relation = nil
        }
        target = operation == .check ? try Self.asset(members["target"], "target") : nil
    }

    private static func asset(_ node: JSONNode?, _ which: String) throws(AssetError) -> Asset {
        guard let node else { throw AssetError(.invalidQuery, "Request must contain a \(which) asset query") }
        let members = members(of: node)
        if let web = members["web"] {
            guard let text = string(self.members(of: web)["site"]), !text.isEmpty else {
                throw AssetError(.invalidQuery, "No site field in the \(which)")
            }
            do throws(RuleViolation) { return .web(try AssetSite(text)) } catch {
                throw AssetError(.invalidQuery, error.rule)
            }
        }
        guard let app = members["android_app"] else {
            throw AssetError(.invalidQuery, "Must specify one of the asset types in the \(which)")
        }
        let fields = self.members(of: app)
        let package = string(fields["package_name"]) ?? ""
        let isPart = { (part: Substring) in
            !part.isEmpty
                && part.utf8.allSatisfy {
                    $0 == 0x5F || (0x30...0x39).contains($0) || (0x61...0x7A).contains($0 | 0x20)
                }
        }
        guard package.split(separator: ".", omittingEmptySubsequences: false).allSatisfy(isPart) else {
            throw AssetError(.invalidQuery, "Invalid package_name field in the \(which)")
        }
        let text = fields["certificate"].flatMap { string(self.members(of: $0)["sha256_fingerprint"]) } ?? ""
        guard CertificateFingerprint(text)?.text == text else {
            throw AssetError(.invalidQuery, "Invalid sha256_fingerprint field in the \(which)")
        }
        return .app(package: package, fingerprint: text)
    }

    private static func members(of node: JSONNode) -> [String: JSONNode] {
        guard case .object(let members) = node.value else { return [:] }
        return Dictionary(members.map { ($0.name, $0.node) }, uniquingKeysWith: { first, _ in first })
    }

    private static func string(_ node: JSONNode?) -> String? {
        if case .string(let text)? = node?.value { text } else { nil }
    }
}
