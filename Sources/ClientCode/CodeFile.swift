/// A file of client code.
package struct CodeFile: Equatable, Sendable {
    /// Where it belongs in the folder, with slashes: `Sources/ShopLinks/ShopLink.swift`.
    package let path: String
    /// What it holds, with a line end at the end.
    package let text: String

    init(_ path: String, _ text: String) {
        self.path = path
        self.text = text
    }
}
