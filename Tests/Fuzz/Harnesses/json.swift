import JSONText

/// Fuzzes both JSON readers.
///
/// Laws: an error lies inside the text and is one printable line. What is accepted can be written in both layouts, and
/// reads back as the same. What RFC 8259 accepts, JSON5 accepts with the same meaning.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(input(start, count))
    let strict = compactText(bytes, .rfc8259)
    let lenient = compactText(bytes, .json5)
    guard let strict else { return 0 }
    expect(lenient == strict, "the grammars disagree")
    return 0
}

/// The text as the compact writer has it; `nil` where the reader refuses it.
private func compactText(_ bytes: [UInt8], _ grammar: JSONGrammar) -> [UInt8]? {
    do throws(JSONError) {
        let node = try JSONReader.read(bytes, grammar: grammar)
        let text = written(node, .compact)
        precondition(reread(text, .compact) == text, "compact text changes")
        precondition(reread(written(node, .indented), .compact) == text, "indented text says something else")
        return text
    } catch {
        precondition((0...bytes.count).contains(error.position.offset), "an error outside the text")
        precondition(error.position.line >= 1 && error.position.column >= 1, "a position before the text")
        let description = error.description.utf8
        precondition(description.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "an error of more than one line")
        return nil
    }
}

private func reread(_ text: [UInt8], _ layout: JSONWriter.Layout) -> [UInt8] {
    do throws(JSONError) {
        return written(try JSONReader.read(text, grammar: .rfc8259, limits: JSONLimits(bytes: .max)), layout)
    } catch {
        preconditionFailure("own text refused: \(error)")
    }
}

private func written(_ node: JSONNode, _ layout: JSONWriter.Layout) -> [UInt8] {
    var writer = JSONWriter(layout: layout)
    writer.write(node.value)
    return writer.bytes
}
