/// A value together with its path, to be decoded: every accessor asks for one type and refuses all others.
package struct JSONElement: Sendable {
    /// The value and its position.
    package let node: JSONNode

    /// The way to it from the root.
    package let path: JSONPath

    /// Begins decoding at a value; at the outermost one, if no path is given.
    package init(_ node: JSONNode, path: JSONPath = .root) {
        self.node = node
        self.path = path
    }

    /// Where the value begins.
    package var position: JSONPosition { node.position }

    /// Whether the value is `null`.
    package var isNull: Bool {
        if case .null = node.value { true } else { false }
    }

    /// The string.
    ///
    /// - Throws: ``JSONError`` for another type.
    package func string() throws(JSONError) -> String {
        guard case .string(let text) = node.value else { throw wrongType("a string") }
        return text
    }

    /// What the closure makes of the string; its error becomes a ``JSONError`` with position and path.
    ///
    /// - Parameter parse: Reads the text; its error describes the rule in one clause.
    /// - Returns: The closure's value.
    /// - Throws: ``JSONError`` for another type and for what the closure throws.
    package func string<Value, Failure: Error>(
        as parse: (String) throws(Failure) -> Value
    ) throws(JSONError) -> Value {
        let text = try string()
        do throws(Failure) {
            return try parse(text)
        } catch {
            throw refused("\(error)")
        }
    }

    /// The case of the enumeration whose raw value is the string.
    ///
    /// - Throws: ``JSONError`` for another type, and for a string that is no case: it names the nearest case.
    package func choice<Choice: CaseIterable & RawRepresentable<String>>(
        of type: Choice.Type
    ) throws(JSONError) -> Choice {
        let text = try string()
        if let choice = Choice.allCases.first(where: { $0.rawValue.isIdentical(to: text) }) { return choice }
        let known = Choice.allCases.map(\.rawValue)
        throw error(.unknownChoice(text, nearest: text.nearestName(in: known), known: known))
    }

    /// The Boolean.
    ///
    /// - Throws: ``JSONError`` for another type.
    package func bool() throws(JSONError) -> Bool {
        guard case .bool(let value) = node.value else { throw wrongType("true or false") }
        return value
    }

    /// The integer.
    ///
    /// - Parameter range: What is allowed, both ends included. Default: all of the type.
    /// - Returns: The integer.
    /// - Throws: ``JSONError`` for another type, for a fraction or an exponent, and outside the range.
    package func integer(in range: ClosedRange<Int> = Int.min...Int.max) throws(JSONError) -> Int {
        let isBounded = range != Int.min...Int.max
        let bounds = isBounded ? "from \(range.lowerBound) to \(range.upperBound)" : "of 64 bits"
        let expected = "an integer \(bounds)"
        guard case .number(let number) = node.value else { throw wrongType(expected) }
        guard let value = number.int64.flatMap(Int.init(exactly:)), range.contains(value) else {
            throw error(.notInRange(expected, found: String(number.text.prefix(40))))
        }
        return value
    }

    /// The number as the nearest binary64 value.
    ///
    /// - Throws: ``JSONError`` for another type, and for what is infinite or no number.
    package func double() throws(JSONError) -> Double {
        guard case .number(let number) = node.value else { throw wrongType("a number") }
        let value = number.double
        guard value.isFinite else { throw error(.notInRange("a finite number", found: String(number.text.prefix(40)))) }
        return value
    }

    /// The items of the array, in order.
    ///
    /// - Throws: ``JSONError`` for another type.
    package func items() throws(JSONError) -> [JSONElement] {
        guard case .array(let nodes) = node.value else { throw wrongType("an array") }
        return nodes.enumerated().map { JSONElement($1, path: path.appending(index: $0)) }
    }

    /// The members of an object whose names are data, in order.
    ///
    /// - Throws: ``JSONError`` for another type.
    package func entries() throws(JSONError) -> [JSONEntry] {
        guard case .object(let members) = node.value else { throw wrongType("an object") }
        return members.map { JSONEntry($0, in: path) }
    }

    /// The object with a closed set of names.
    ///
    /// - Throws: ``JSONError`` for another type and for a name that is no case of the enumeration.
    package func object<Name>(_ names: Name.Type) throws(JSONError) -> JSONObject<Name> {
        try JSONObject(self)
    }

    /// The error that the value breaks a rule of the caller.
    ///
    /// - Parameter reason: One clause in lower case without a full stop.
    /// - Returns: The error, for the caller to throw.
    package func refused(_ reason: String) -> JSONError {
        error(.refused(reason))
    }

    func wrongType(_ expected: String) -> JSONError {
        error(.wrongType(expected: expected, found: node.value.kind))
    }

    private func error(_ kind: JSONError.Kind) -> JSONError {
        JSONError(kind, at: position, path: path)
    }
}
