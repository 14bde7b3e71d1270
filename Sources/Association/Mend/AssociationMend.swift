import JSONText

/// Writes an association file as it was meant, as far as that takes no guess: strict JSON, in the shape that is read.
package enum AssociationMend {
    /// The file, mended.
    ///
    /// - Parameters:
    ///   - bytes: The file.
    ///   - kind: Whose file it is.
    /// - Returns: JSON in lines of some length, with a line end; `nil` where there is nothing to mend, or what is meant is not known.
    package static func text(_ bytes: [UInt8], kind: AssociationKind) -> String? {
        let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
        let own = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
        guard let node = node(own) else { return nil }
        let mended = mended(decodedOnce(node.value), kind)
        let isStrict = (try? JSONReader.read(bytes, grammar: .rfc8259)) != nil
        guard !isStrict || compact(mended) != compact(node.value) else { return nil }
        return mended.text(indent: 0, lead: 0) + "\n"
    }

    /// Slips of a text that are mended at most.
    private static let mostSlips = 64

    /// The value of a text, also where it has slips that take no guess.
    private static func node(_ text: [UInt8]) -> JSONNode? {
        // Control characters are no part of any JSON.
        var text = text.filter { $0 >= 0x20 || [0x09, 0x0A, 0x0D].contains($0) }
        for _ in 0...mostSlips {
            do throws(JSONError) {
                return try JSONReader.read(text, grammar: .json5)
            } catch {
                guard let edit = TextSlip(error, in: text)?.edit else { return nil }
                text.replaceSubrange(edit.range, with: edit.bytes)
            }
        }
        return nil
    }

    /// What a file that was encoded twice holds; any other value as it is.
    private static func decodedOnce(_ value: JSONValue) -> JSONValue {
        guard case .string(let text) = value, let inner = node(Array(text.utf8))?.value else { return value }
        switch inner {
        case .array, .object: return inner
        default: return value
        }
    }

    /// Levels of a file that one slip hides from the next; there are six at most.
    private static let mostRounds = 6

    /// The value with what a mend brings to light mended too.
    private static func mended(_ value: JSONValue, _ kind: AssociationKind) -> JSONValue {
        var value = value
        for _ in 0..<mostRounds {
            let next =
                switch kind {
                case .aasa: AppleMend.file(value)
                case .assetlinks: AndroidMend.file(value)
                }
            guard compact(next) != compact(value) else { break }
            value = next
        }
        return value
    }

    private static func compact(_ value: JSONValue) -> [UInt8] {
        var writer = JSONWriter(layout: .compact)
        writer.write(value)
        return writer.bytes
    }
}

extension JSONValue {
    /// How long a line may be.
    private static let width = 88

    /// The value as a person would write it: what fits on a line stands on one.
    ///
    /// - Parameters:
    ///   - indent: How many spaces its last line begins with.
    ///   - lead: How many characters stand before it on its first line.
    /// - Returns: The text.
    fileprivate func text(indent: Int, lead: Int) -> String {
        let line = line
        let inner = String(repeating: " ", count: indent + 2)
        let close = "\n" + String(repeating: " ", count: indent)
        switch self {
        case .array(let items) where !items.isEmpty && lead + line.utf8.count > Self.width:
            let texts = items.map { inner + $0.value.text(indent: indent + 2, lead: indent + 2) }
            return "[\n" + texts.joined(separator: ",\n") + close + "]"
        case .object(let members) where !members.isEmpty && lead + line.utf8.count > Self.width:
            let texts = members.map { member in
                let name = inner + JSONValue.string(member.name).line + ": "
                return name + member.node.value.text(indent: indent + 2, lead: name.utf8.count)
            }
            return "{\n" + texts.joined(separator: ",\n") + close + "}"
        default: return line
        }
    }

    /// The value on one line.
    private var line: String {
        switch self {
        case .array(let items): return "[" + items.map(\.value.line).joined(separator: ", ") + "]"
        case .object(let members) where !members.isEmpty:
            let texts = members.map { "\(JSONValue.string($0.name).line): \($0.node.value.line)" }
            return "{ " + texts.joined(separator: ", ") + " }"
        default:
            var writer = JSONWriter(layout: .compact)
            writer.write(self)
            return String(decoding: writer.bytes, as: UTF8.self)
        }
    }
}

extension JSONValue {
    /// The members of an object, each as it is mended; anything else as it is.
    ///
    /// A member whose new name another one has stays as it is: which of the two counts would be a guess.
    func mendingMembers(_ mend: (_ name: String, JSONValue) -> (name: String, value: JSONValue)) -> JSONValue {
        guard case .object(let members) = self else { return self }
        var taken = Set(members.map(\.name))
        return .object(
            members.map { member in
                let (name, value) = mend(member.name, member.node.value)
                guard name == member.name || taken.insert(name).inserted else { return member }
                return JSONMember(name: name, value)
            })
    }

    /// The items of an array, each as it is mended; anything else as it is.
    func mendingItems(_ mend: (JSONValue) -> JSONValue) -> JSONValue {
        guard case .array(let items) = self else { return self }
        return .array(items.map { JSONNode(mend($0.value)) })
    }

    /// A single text as an array of it, or of the paths that it lists.
    var asArray: JSONValue {
        if case .string(let text) = self { .array(text.listedPaths.map { JSONNode(.string($0)) }) } else { self }
    }

    /// An array as the only member of an object.
    func wrapped(as name: String) -> JSONValue {
        if case .array = self { .object([JSONMember(name: name, self)]) } else { self }
    }

    /// The members of an object; none for anything else.
    var names: [String] { if case .object(let members) = self { members.map(\.name) } else { [] } }

    /// The value of a member; `nil` where there is none, and for anything but an object.
    func member(_ name: String) -> JSONValue? {
        guard case .object(let members) = self else { return nil }
        return members.first { $0.name == name }?.node.value
    }

    /// The object with a member of another value, at the end where it is new; without it for `nil`.
    func setting(_ name: String, to value: JSONValue?) -> JSONValue {
        guard case .object(var members) = self else { return self }
        let index = members.firstIndex { $0.name == name }
        switch (index, value) {
        case (let index?, let value?): members[index] = JSONMember(name: name, value)
        case (let index?, nil): members.remove(at: index)
        case (nil, let value?): members.append(JSONMember(name: name, value))
        case (nil, nil): break
        }
        return .object(members)
    }

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
