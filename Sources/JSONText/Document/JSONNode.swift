/// A value of a JSON text, with its place.
package struct JSONNode: Sendable {
    /// The value.
    package let value: JSONValue

    /// Where the value begins: at its quote, bracket, brace, sign, digit or letter.
    package let position: JSONPosition

    /// Makes a node.
    package init(value: JSONValue, position: JSONPosition) {
        self.value = value
        self.position = position
    }
}

/// A name and a value of an object, with their places.
package struct JSONMember: Sendable {
    /// The name, unescaped.
    package let name: String

    /// Where the name begins: at its quote, or at its first letter where it has none.
    package let namePosition: JSONPosition

    /// The value.
    package let node: JSONNode

    /// Makes a member.
    package init(name: String, namePosition: JSONPosition, node: JSONNode) {
        self.name = name
        self.namePosition = namePosition
        self.node = node
    }
}
