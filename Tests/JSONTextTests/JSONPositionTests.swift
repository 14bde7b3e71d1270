import JSONText
import Testing

/// Positions of values, names and errors.
@Suite struct JSONPositionTests {
    /// Every value and name of the text in order, as `offset:line:column what`.
    private func places(_ node: JSONNode) -> [String] {
        func place(_ position: JSONPosition) -> String { "\(position.offset):\(position.line):\(position.column)" }
        var list = ["\(place(node.position)) \(node.value.kind)"]
        switch node.value {
        case .array(let nodes): list += nodes.flatMap(places)
        case .object(let members):
            for member in members { list += ["\(place(member.namePosition)) \(member.name)"] + places(member.node) }
        default: break
        }
        return list
    }

    @Test func `values and names stand where they begin`() throws {
        let text = "{\n  \"é🧭\": [1, \"字\",\r\n\ttrue], \"b\" :\rnull }"
        #expect(
            places(try read(text, .rfc8259)) == [
                "0:1:1 an object", "4:2:3 é🧭", "14:2:9 an array", "15:2:10 a number", "18:2:13 a string",
                "27:3:2 a Boolean", "34:3:9 b", "40:4:1 null",
            ]
        )
    }

    @Test func `comments and line continuations count`() throws {
        let text = "/* é\r\n*/ {// c\u{2028}\n  a: 'x\\\r\ny', 'b': +1}"
        #expect(
            places(try read(text, .json5)) == [
                "10:2:4 an object", "21:3:3 a", "24:3:6 a string", "33:4:5 b", "38:4:10 a number",
            ]
        )
    }

    @Test func `every position is that of a count from the start`() throws {
        var generator = SeededGenerator(seed: 5)
        for _ in 0..<40 {
            let text = GeneratedJSON.value(&generator, depth: 4).text(&generator, .json5)
            let bytes = Array(text.utf8)
            var positions: [JSONPosition] = []
            func collect(_ node: JSONNode) {
                positions.append(node.position)
                switch node.value {
                case .array(let nodes): nodes.forEach(collect)
                case .object(let members):
                    for member in members {
                        positions.append(member.namePosition)
                        collect(member.node)
                    }
                default: break
                }
            }
            collect(try read(text, .json5))
            for position in positions { #expect(position == counted(bytes, position.offset)) }
        }
    }

    private func counted(_ bytes: [UInt8], _ offset: Int) -> JSONPosition {
        var (line, column) = (1, 1)
        for (index, byte) in bytes[..<offset].enumerated() {
            let isLineEnd = byte == 0x0A || (byte == 0x0D && bytes[index + 1] != 0x0A)
            if isLineEnd { (line, column) = (line + 1, 1) } else if byte & 0xC0 != 0x80 { column += 1 }
        }
        return JSONPosition(offset: offset, line: line, column: column)
    }

    @Test func `a path quotes names that are no identifiers and stays on one line`() {
        let path = JSONPath.root.appending(name: "tenants").appending(index: 12).appending(name: "www.shop.example")
        #expect(path.description == #"$.tenants[12]["www.shop.example"]"#)
        #expect(JSONPath.root.appending(name: "").description == #"$[""]"#)
        #expect(JSONPath.root.appending(name: "a\n\"\u{202E}").description == #"$["a\u{a}\"\u{202e}"]"#)
        let long = String(repeating: "x", count: 100)
        #expect(JSONPath.root.appending(name: long).description == "$[\"" + long.prefix(60) + "…\"]")
    }
}
