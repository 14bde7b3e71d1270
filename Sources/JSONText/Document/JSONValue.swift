/// What a JSON text says at one place.
package enum JSONValue: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number, as it is written.
    case number(JSONNumber)
    /// A string, unescaped.
    case string(String)
    /// Values in order.
    case array([JSONNode])
    /// Members in the order of the text; no name comes twice.
    case object([JSONMember])

    /// What the value is, for messages: `a string`, `null`.
    package var kind: String {
        switch self {
        case .null: "null"
        case .bool: "a Boolean"
        case .number: "a number"
        case .string: "a string"
        case .array: "an array"
        case .object: "an object"
        }
    }
}
