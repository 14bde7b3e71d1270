import JSONText

extension Record {
    /// A record of a JSON object's members, in order.
    init(_ members: [JSONMember]) {
        for member in members { add(member.name, Value(member.node.value)) }
    }
}

extension Record.Value {
    /// A value of a JSON value; an array is a list of texts.
    init(_ value: JSONValue) {
        switch value {
        case .null: self = .none
        case .bool(let bool): self = .bool(bool)
        case .string(let text): self = .text(text)
        case .number(let number): self = number.int64.map { .number(Int($0)) } ?? .text(number.text)
        case .array(let nodes): self = .list(nodes.map { Record.Value($0.value).text })
        case .object(let members): self = .record(Record(members))
        }
    }
}
