import JSONText
import Testing

/// What a text says, without positions; numbers by their literals.
indirect enum PlainJSON: Hashable {
    case null, bool(Bool), number(String), string([UInt8]), array([PlainJSON]), object([PlainMember])

    struct PlainMember: Hashable {
        let name: [UInt8]
        let value: PlainJSON
    }

    init(_ node: JSONNode) {
        self =
            switch node.value {
            case .null: .null
            case .bool(let value): .bool(value)
            case .number(let value): .number(value.text)
            case .string(let value): .string(Array(value.utf8))
            case .array(let nodes): .array(nodes.map(PlainJSON.init))
            case .object(let members):
                .object(members.map { PlainMember(name: Array($0.name.utf8), value: PlainJSON($0.node)) })
            }
    }
}

func read(_ text: String, _ grammar: JSONGrammar, limits: JSONLimits = JSONLimits()) throws(JSONError) -> JSONNode {
    try JSONReader.read(Array(text.utf8), grammar: grammar, limits: limits)
}

/// The error of a text that must be refused.
func refusal(
    of bytes: [UInt8],
    _ grammar: JSONGrammar,
    limits: JSONLimits = JSONLimits(),
    sourceLocation: SourceLocation = #_sourceLocation
) throws -> JSONError {
    let error = #expect(throws: JSONError.self, sourceLocation: sourceLocation) {
        try JSONReader.read(bytes, grammar: grammar, limits: limits)
    }
    return try #require(error, sourceLocation: sourceLocation)
}

func compact(_ node: JSONNode, _ layout: JSONWriter.Layout = .compact) -> String {
    var writer = JSONWriter(layout: layout)
    writer.write(node.value)
    return String(decoding: writer.bytes, as: UTF8.self)
}
