/// The client code of an app, as files of one directory.
package struct CodePackage: Equatable, Sendable {
    /// The name: `ShopLinks`, or in Kotlin that of the package.
    package let name: String
    /// The command that makes the files again.
    package let command: String
    /// All files that are made from the routes, and made again when these change.
    package let files: [CodeFile]
    /// Files to start from, which belong to the app's team from then on.
    package var sketches: [CodeFile] = []
    /// Where files stood that the routes asked for once and do not ask for now; see ``isMade(_:)``.
    package var leftovers: [String] = []
    /// The path of the file that says whose code a directory holds; see ``isSigned(_:)``.
    package let signature: String
    /// What each file that may be left over says of its origin.
    var mark = ""

    /// Whether the text of the file at ``signature`` says that the directory holds this app's code, of whatever revision.
    package func isSigned(_ text: String) -> Bool {
        text.split(separator: "\n").prefix(8).contains { $0.hasSuffix(" \(command)") }
    }

    /// Whether the text of a file is one that was made, for this app, and no file of the app's team.
    package func isMade(_ text: String) -> Bool {
        // Lines may be broken anywhere.
        text.split(whereSeparator: \.isWhitespace).joined(separator: " ").contains(mark)
    }
}
