/// A member of an object whose names are data.
package struct JSONEntry: Sendable {
    /// The name, unescaped.
    package let name: String

    /// Where the name begins.
    package let namePosition: JSONPosition

    /// The value.
    package let element: JSONElement

    init(_ member: JSONMember, in path: JSONPath) {
        name = member.name
        namePosition = member.namePosition
        element = JSONElement(member.node, path: path.appending(name: member.name))
    }

    /// The error that the name breaks a rule of the caller.
    ///
    /// - Parameter reason: One clause in lower case without a full stop.
    /// - Returns: The error, for the caller to throw.
    package func nameRefused(_ reason: String) -> JSONError {
        JSONError(.refused(reason), at: namePosition, path: element.path)
    }
}
