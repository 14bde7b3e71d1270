package import JSONText

/// An `assetlinks.json` file: its statements and includes, with the place of every value.
///
/// A statement that breaks a rule is left out, and stands in ``findings``; the others count.
package struct AndroidDocument: Sendable {
    /// The statements that count, in order.
    package let statements: [AndroidStatement]
    /// The statements that are left out for hex in lower case alone, with it in capitals.
    package let lowerCaseStatements: [AndroidStatement]
    /// All fingerprints in capitals, those of statements that are left out among them, in order.
    package let fingerprints: [Located<String>]
    /// The files that it includes, in order.
    package let includes: [AndroidInclude]
    /// The items of the array: good statements, bad ones and includes.
    package let itemCount: Int
    /// What makes statements bad, in order; the statements of ``statements`` have none.
    package let refusals: [Finding]
    /// What the reader stumbled over, the refusals among them.
    package let findings: [Finding]

    /// Reads a file.
    ///
    /// - Parameter bytes: The raw bytes, uncompressed.
    /// - Throws: ``AssociationReadingError`` where nothing of the file counts.
    package init(_ bytes: [UInt8]) throws(AssociationReadingError) {
        var reader = AndroidDocumentReader()
        self = reader.document(try AssociationReader.read(bytes, kind: .assetlinks))
    }

    init(
        statements: [AndroidStatement], lowerCaseStatements: [AndroidStatement], fingerprints: [Located<String>],
        includes: [AndroidInclude], itemCount: Int, refusals: [Finding], findings: [Finding]
    ) {
        self.statements = statements
        self.lowerCaseStatements = lowerCaseStatements
        self.fingerprints = fingerprints
        self.includes = includes
        self.itemCount = itemCount
        self.refusals = refusals
        self.findings = findings
    }
}

/// An item that stands for the statements of another file.
package struct AndroidInclude: Sendable {
    /// The URL.
    package let url: Located<String>
    /// Scheme, host and port of it.
    package let site: AssetSite
    /// Members that nobody reads.
    package let unknown: [UnknownMember]
}

/// A statement: the site has these relations to the target.
package struct AndroidStatement: Sendable {
    /// Whom a statement is about.
    package enum Target: Sendable {
        /// An Android app, signed with one of the keys.
        case app(package: Located<String>, fingerprints: [Located<String>])
        /// A web site.
        case web(Located<AssetSite>)
    }

    /// The way to it from the root.
    package let path: JSONPath
    /// Where it begins.
    package let position: JSONPosition
    /// What it says, at least one.
    package let relations: [Located<AssetRelation>]
    /// Whom it is about.
    package let target: Target
    /// The rules for links on Android 15 and later; `nil` where there are none.
    package let dynamicRules: AndroidDynamicRules?
    /// Members that nobody reads, of the statement and of its target.
    package let unknown: [UnknownMember]

    /// Whether it says the relation.
    package func has(_ relation: AssetRelation) -> Bool { relations.contains { $0.value == relation } }
}

/// The `dynamic_app_link_components` of a statement (developer.android.com, "Configure website associations and dynamic
/// rules").
package struct AndroidDynamicRules: Sendable {
    /// The way to them from the root.
    package let path: JSONPath
    /// Where they begin.
    package let position: JSONPosition
    /// The rules in order; `nil` where one is malformed or none is there, so that all are discarded and the manifest
    /// decides.
    package let rules: [AndroidDynamicRule]?
}

/// A dynamic rule; what it does not name is of no account.
package struct AndroidDynamicRule: Sendable {
    /// What a rule asks of a query item.
    package struct Item: Sendable {
        /// The name.
        package let name: String
        /// A pattern of the value.
        package let pattern: Located<String>
    }

    /// The way to it from the root.
    package let path: JSONPath
    /// Where it begins.
    package let position: JSONPosition
    /// A pattern of the path.
    package var pathPattern: Located<String>?
    /// What is asked of query items.
    package var items: [Item] = []
    /// A pattern of the fragment.
    package var fragment: Located<String>?
    /// Whether a URL that matches stays in the browser.
    package var isExcluding = false
    /// Members that nobody reads.
    package var unknown: [UnknownMember] = []

    init(path: JSONPath, position: JSONPosition) {
        self.path = path
        self.position = position
    }
}
