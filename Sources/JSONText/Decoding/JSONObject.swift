/// An object whose names are a closed set: the cases of an enumeration with ASCII raw values.
///
/// ```swift
/// enum Name: String, CaseIterable { case version, tenants }
/// let object = try JSONElement(root).object(Name.self)
/// let version = try object.required(.version).integer(in: 1...1)
/// let tenants = try object.optional(.tenants)?.items() ?? []
/// ```
package struct JSONObject<Name: CaseIterable & RawRepresentable<String>> {
    /// Where the object begins.
    package let position: JSONPosition

    /// The way to it from the root.
    package let path: JSONPath

    private let members: [JSONMember]

    /// Takes the members of an object.
    ///
    /// - Throws: ``JSONError`` for another type and, at the first name that is no case, for that with the nearest case.
    package init(_ element: JSONElement) throws(JSONError) {
        guard case .object(let members) = element.node.value else { throw element.wrongType("an object") }
        let known = Name.allCases.map(\.rawValue)
        for member in members where !known.contains(where: { $0.isIdentical(to: member.name) }) {
            throw JSONError(
                .unknownName(member.name, nearest: member.name.nearestName(in: known), known: known),
                at: member.namePosition,
                path: element.path.appending(name: member.name)
            )
        }
        position = element.position
        path = element.path
        self.members = members
    }

    /// The value of a member that may be absent; one that is `null` is present.
    package func optional(_ name: Name) -> JSONElement? {
        member(name).map { JSONElement($0.node, path: path.appending(name: $0.name)) }
    }

    /// The value of a member that must be there.
    ///
    /// - Throws: ``JSONError`` at the object's position when the name is missing.
    package func required(_ name: Name) throws(JSONError) -> JSONElement {
        guard let element = optional(name) else {
            throw JSONError(.missingName(name.rawValue), at: position, path: path)
        }
        return element
    }

    /// Where the name of a member begins; `nil` where it is absent.
    package func namePosition(_ name: Name) -> JSONPosition? {
        member(name)?.namePosition
    }

    /// The error that the object as a whole breaks a rule of the caller.
    ///
    /// - Parameter reason: One clause in lower case without a full stop.
    /// - Returns: The error, for the caller to throw.
    package func refused(_ reason: String) -> JSONError {
        JSONError(.refused(reason), at: position, path: path)
    }

    private func member(_ name: Name) -> JSONMember? {
        members.first { $0.name.isIdentical(to: name.rawValue) }
    }
}

extension JSONObject: Sendable where Name: Sendable {}
