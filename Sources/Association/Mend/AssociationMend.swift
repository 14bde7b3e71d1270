import JSONText

/// Writes an association file as it was meant, as far as that takes no guess: strict JSON, in the shape that is read.
package enum AssociationMend {
    /// The file, mended.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - kind: Whose file it is.
    /// - Returns: Indented JSON with a line end; `nil` where there is nothing to mend, or what is meant is not known.
    package static func text(_ bytes: [UInt8], kind: AssociationKind) -> String? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let own = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        guard let node = try? JSONReader.read(own, grammar: .json5) else { return nil }
        let mended: JSONValue
        switch kind {
        case .aasa: mended = AppleMend.file(node.value)
        case .assetlinks: mended = AndroidMend.file(node.value)
        }
        let isStrict = (try? JSONReader.read(bytes, grammar: .rfc8259)) != nil
        guard !isStrict || compact(mended) != compact(node.value) else { return nil }
        var writer = JSONWriter(layout: .indented)
        writer.write(mended)
        return String(decoding: writer.bytes, as: UTF8.self) + "\n"
    }

    private static func compact(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter(layout: .compact)
        writer.write(value)
        return writer.bytes
    }
}

extension JSONValue {
    /// The members of an object, each as it is mended; anything else as it is.
    func mendingMembers(_ mend: (_ name: String, JSONValue) -> (name: String, value: JSONValue)) -> JSONValue {
        guard case .object(let members) = self else { return self }
        return .object(
            members.map { member in
                let (name, value) = mend(member.name, member.node.value)
                return JSONMember(name: name, value)
            })
    }

    /// The items of an array, each as it is mended; anything else as it is.
    func mendingItems(_ mend: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .array(let items) = self else { return self }
        return .array(items.map { JSONNode(mend($0.value)) })
    }

    /// A single text as an array of it.
    var asArray: JSONValue { if case .string = self { .array([JSONNode(self)]) } else { self } }

    /// The members of an object; none for anything else.
    var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }

    /// The name that was meant by one that nobody reads, unless that is there too.
    func meant(by name: String, known: [String]) -> String {
        guard !known.contains(name), let near = name.nearestName(in: known), !names.contains(near) else { return name }
        return near
    }
}

extension JSONNode {
    /// A value that stands in no text.
    init(_ value: JSONValue) { self.init(value: value, position: .start) }
}

extension JSONMember {
    /// A member that stands in no text.
    init(name: String, _ value: JSONValue) {
        let node = JSONNode(value)
        self.init(name: name, namePosition: .start, node: node)
    }
}
