import DeepLinks

/// The Swift package of an app's links.
package struct SwiftCode {
    let links: ClientLinks
    let revision: String
    let root: LinkEnum

    /// Prepares the package.
    ///
    /// - Parameters:
    ///   - links: The links of an iOS app.
    ///   - revision: What the files are made from, in a word.
    package init(_ links: ClientLinks, revision: String) {
        self.links = links
        self.revision = revision
        root = LinkEnum(links, typeName: Identifier.upperCamel(links.tenant.text) + "Link", rules: .swift)
    }

    /// The name of the package: `ShopLinks`.
    package var name: String { root.typeName + "s" }

    /// The name of the enum: `ShopLink`.
    package var typeName: String { root.typeName }

    /// The files of the package's one module.
    var sources: [CodeFile] {
        let own = [
            ("\(typeName).swift", enumFile), ("\(typeName)+Parsing.swift", parsingFile),
            ("\(typeName)+Printing.swift", printingFile),
        ]
        let head = "// The same for all links that 'postern code swift' writes.\n\n"
        let shared = SharedSwift.files.map { ($0, head + $1) }
        return (own + shared).map { CodeFile("Sources/\(name)/\($0)", $1) }
    }

    /// The package as files.
    package var package: CodePackage {
        CodePackage(
            name: name, command: command, files: files, sketches: sketches,
            leftovers: links.app.scheme == nil ? ["App/Info.plist"] : [],
            signature: "Sources/\(name)/\(typeName).swift",
            mark: "of the routes of \(links.tenant), for \(links.app.name).".inXMLComment)
    }

    /// All files that are made from the routes, and made again when these change.
    var files: [CodeFile] {
        let app = "App"
        let scheme = links.app.scheme == nil ? [] : [CodeFile("\(app)/Info.plist", infoPropertyList)]
        return [
            CodeFile(".swift-format", Self.formatConfiguration), CodeFile("Package.swift", packageFile),
            CodeFile("README.md", readme),
        ] + sources + [
            CodeFile("Tests/\(name)Tests/\(typeName)Tests.swift", testsFile),
            CodeFile("\(app)/\(name).entitlements", entitlements(isDeveloperMode: false)),
            CodeFile("\(app)/\(name)-Debug.entitlements", entitlements(isDeveloperMode: true)),
        ] + scheme
    }

    /// Files to start from, which belong to the app's team from then on.
    var sketches: [CodeFile] {
        [
            CodeFile("App/\(typeName)Router.swift", routerFile),
            CodeFile("App/\(typeName)SceneDelegate.swift", sceneDelegateFile),
            CodeFile("App/\(typeName)+Title.swift", titlesFile),
        ]
    }

    /// The command that makes the files again.
    var command: String { "postern code swift --tenant \(links.tenant) --app \(links.app.name)" }

    /// Starts a file with a header.
    func file(_ about: String) -> CodeText {
        var text = CodeText()
        text.comment("//", "\(about), as of revision \(revision) of its routes.")
        text.add("//")
        text.add("// Made by: \(command)")
        text.add()
        return text
    }

    private var packageFile: String {
        """
        // swift-tools-version: 6.0

        import PackageDescription

        let package = Package(
            name: "\(name)",
            platforms: [.iOS(.v13), .macOS(.v10_15), .tvOS(.v13)],
            products: [.library(name: "\(name)", targets: ["\(name)"])],
            targets: [
                .target(name: "\(name)"),
                .testTarget(name: "\(name)Tests", dependencies: ["\(name)"]),
            ]
        )

        """
    }

    private static let formatConfiguration = """
        {
            "version": 1,
            "lineLength": 100,
            "indentation": { "spaces": 4 }
        }

        """
}
