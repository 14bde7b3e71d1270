package import JSONText

/// A value of a document with its place.
package struct Located<Value: Sendable>: Sendable {
    /// The value.
    package let value: Value
    /// The way to it from the root.
    package let path: JSONPath
    /// Where it begins in the text.
    package let position: JSONPosition

    /// Makes a value at a place.
    package init(_ value: Value, at path: JSONPath, _ position: JSONPosition) {
        self.value = value
        self.path = path
        self.position = position
    }

    init(_ value: Value, _ element: JSONElement) {
        self.init(value, at: element.path, element.position)
    }
}

/// A member that nobody reads, kept with its place.
package typealias UnknownMember = Located<JSONMember>
