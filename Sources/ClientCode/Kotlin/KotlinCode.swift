import DeepLinks

/// The Kotlin sources of an app's links.
package struct KotlinCode {
    let links: ClientLinks
    let revision: String
    let root: LinkEnum
    private let appPackage: String
    let fingerprints: [String]

    /// Prepares the sources.
    ///
    /// - Parameters:
    ///   - links: The links of an Android app.
    ///   - revision: What the files are made from, in a word.
    package init(_ links: ClientLinks, revision: String) {
        self.links = links
        self.revision = revision
        root = LinkEnum(links, typeName: Identifier.upperCamel(links.tenant.text) + "Link", rules: .kotlin)
        if case .android(let name, let fingerprints) = links.app.identity {
            appPackage = name.text
            self.fingerprints = fingerprints.map(\.text)
        } else {
            appPackage = "links"
            fingerprints = []
        }
    }

    /// The package: `com.example.app.links`.
    package var name: String { appPackage + ".links" }

    /// The package name of the app.
    var applicationID: String { appPackage }

    /// The name of the interface: `ShopLink`.
    package var typeName: String { root.typeName }

    /// The sources of the app.
    var sources: [CodeFile] {
        let own = [("\(typeName).kt", interfaceFile), ("\(typeName)Printing.kt", printingFile)]
        let head = "// The same for all links that 'postern code kotlin' writes.\n\npackage \(quotedName)\n\n"
        let shared = SharedKotlin.files.map { ($0, head + $1) }
        return (own + shared).map { CodeFile("src/main/kotlin/\(folder)/\($0)", $1) }
    }

    /// The sources and what belongs to them, as files.
    package var package: CodePackage {
        CodePackage(
            name: name, command: command, files: files, signature: "src/main/kotlin/\(folder)/\(typeName).kt")
    }

    /// All files.
    var files: [CodeFile] {
        [CodeFile(".editorconfig", Self.layout), CodeFile("README.md", readme)] + sources + [
            CodeFile("src/test/kotlin/\(folder)/\(typeName)Test.kt", testsFile),
            CodeFile("AndroidManifest.xml", manifest), CodeFile("assetlinks.json", statement),
        ]
    }

    /// The command that makes the files again.
    var command: String { "postern code kotlin --tenant \(links.tenant) --app \(links.app.name)" }

    /// The package as Kotlin writes it: parts that are keywords in backticks.
    var quotedName: String {
        name.split(separator: ".").map { part in
            NamingRules.kotlin.keywords.contains(String(part)) ? "`\(part)`" : String(part)
        }.joined(separator: ".")
    }

    /// What ktlint has to know of the sources' layout.
    private static let layout = """
        root = true

        [*.{kt,kts}]
        ktlint_code_style = ktlint_official
        max_line_length = 120

        """

    private var folder: String { name.split(separator: ".").joined(separator: "/") }

    /// Starts a file with a header, the package and imports.
    func file(_ about: String, imports: [String]) -> CodeText {
        var text = CodeText()
        text.comment("//", "\(about), as of revision \(revision) of its routes.")
        text.add("//")
        text.add("// Made by: \(command)")
        text.add()
        text.add("package \(quotedName)\n")
        for name in imports { text.add("import \(name)") }
        if !imports.isEmpty { text.add() }
        return text
    }

    private var relations: [String] {
        ["handle_all_urls"] + (links.app.hasWebCredentials ? ["get_login_creds"] : [])
    }

    /// The Digital Asset Links statement of the app, which the domains publish together with dynamic rules.
    private var statement: String {
        """
        [
          {
            "relation": [\(relations.map { "\"delegate_permission/common.\($0)\"" }.joined(separator: ", "))],
            "target": {
              "namespace": "android_app",
              "package_name": "\(appPackage)",
              "sha256_cert_fingerprints": [
        \(fingerprints.map { "        \"\($0)\"" }.joined(separator: ",\n"))
              ]
            }
          }
        ]

        """
    }
}
