import JSONText

/// Findings in the making, and the questions to JSON values that make them.
///
/// A value of the wrong type is reported and counts as absent, as far as nothing else is known of the platform.
struct FindingLog {
    private(set) var findings: [Finding] = []

    mutating func add(
        _ code: FindingCode, at path: JSONPath, _ position: JSONPosition, _ message: String, advice: String
    ) {
        findings.append(Finding(code, at: path, position, message, advice: advice))
    }

    mutating func add(_ code: FindingCode, at element: JSONElement, _ message: String, advice: String) {
        add(code, at: element.path, element.position, message, advice: advice)
    }

    mutating func add<Value>(_ code: FindingCode, at place: Located<Value>, _ message: String, advice: String) {
        add(code, at: place.path, place.position, message, advice: advice)
    }

    // MARK: - Types

    mutating func members(of element: JSONElement, _ what: String, advice: String? = nil) -> [JSONEntry]? {
        guard case .object = element.node.value else {
            wrongType(element, what, "an object", advice: advice)
            return nil
        }
        return try? element.entries()
    }

    mutating func items(of element: JSONElement, _ what: String, advice: String? = nil) -> [JSONElement]? {
        guard case .array = element.node.value else {
            wrongType(element, what, "an array", advice: advice)
            return nil
        }
        return try? element.items()
    }

    mutating func string(_ element: JSONElement, _ what: String) -> Located<String>? {
        guard case .string(let text) = element.node.value else {
            wrongType(element, what, "a string")
            return nil
        }
        return Located(text, element)
    }

    mutating func bool(_ element: JSONElement, _ what: String) -> Bool? {
        guard case .bool(let value) = element.node.value else {
            wrongType(element, what, "true or false")
            return nil
        }
        return value
    }

    /// The strings of an array; what is no string is reported and left out.
    mutating func strings(_ element: JSONElement, _ what: String, advice: String? = nil) -> [Located<String>]? {
        guard let items = items(of: element, what, advice: advice) else { return nil }
        return items.compactMap { string($0, "an item of \(what)") }
    }

    mutating func wrongType(_ element: JSONElement, _ what: String, _ expected: String, advice: String? = nil) {
        add(
            .wrongType, at: element, "\(what) is \(element.node.value.kind), not \(expected)",
            advice: advice ?? self.advice(for: element, expected))
    }

    /// What to write instead: the value itself where it only needs other marks around it.
    private func advice(for element: JSONElement, _ expected: String) -> String {
        switch (expected, element.node.value) {
        case ("an array", .string(let text)):
            "write [\(text.listedPaths.map(\.quotedForMessage).joined(separator: ", "))]"
        case ("an array", .object): "put it in an array: [{…}]"
        case ("true or false", .string(let text)) where ["true", "false"].contains(text.lowercased()):
            "write \(text.lowercased()) without quotes"
        case ("a string", .array(let items)):
            if items.count == 1, case .string(let text) = items[0].value {
                "write \(text.quotedForMessage)"
            } else {
                "write a string"
            }
        default: "write \(expected)"
        }
    }

    /// What to write for an array that stands where an object with one member is due.
    static func wrapping(_ element: JSONElement, as name: String) -> String? {
        guard case .array = element.node.value else { return nil }
        return "write {\"\(name)\": […]}"
    }

    /// The advice to write a member by another name, with its value where that is a text.
    static func writing(_ member: JSONEntry, as name: String) -> String {
        guard case .string(let text) = member.element.node.value else { return "write it as \"\(name)\"" }
        return "write \"\(name)\": \(text.quotedForMessage)"
    }

    // MARK: - Names

    /// Reports a name that nobody reads.
    ///
    /// - Parameters:
    ///   - entry: The member.
    ///   - known: The names that count in its object.
    ///   - elsewhere: Names that count in another place, with that place.
    mutating func unknown(_ entry: JSONEntry, known: [String], elsewhere: [String: String] = [:]) {
        let path = entry.element.path
        let name = entry.name.quotedForMessage
        if let place = elsewhere[entry.name] {
            add(
                .misplacedKey, at: path, entry.namePosition, "\(name) is not read here",
                advice: "move it into \(place)")
        } else if let nearest = entry.name.nearestName(in: known) {
            add(
                .misspeltKey, at: path, entry.namePosition, "nobody reads \(name); names are compared letter by letter",
                advice: "write \"\(nearest)\" if that was meant")
        } else {
            add(
                .unknownKey, at: path, entry.namePosition, "nobody reads \(name)",
                advice: "leave it out unless another program reads it")
        }
    }

    /// Reports a name that nobody reads and that stands in the place of one that is missing: one finding for one slip.
    ///
    /// - Parameters:
    ///   - entry: The member, of ``Swift/Array/misnamed(_:among:)``.
    ///   - known: The names that count in its object.
    ///   - missing: What is missing for it; its code is taken where that is an error.
    ///   - consequence: What comes of it.
    mutating func misnamed(_ entry: JSONEntry, known: [String], _ missing: FindingCode, _ consequence: String) {
        add(
            missing.severity == .error ? missing : .misspeltKey, at: entry.element.path, entry.namePosition,
            "nobody reads \(entry.name.quotedForMessage), so \(consequence): names are compared letter by letter",
            advice: "write \"\(entry.name.nearestName(in: known) ?? "")\" if that was meant")
    }
}

extension [JSONEntry] {
    /// The first member that nobody reads and whose name is nearly one of these; `nil` where one of these is there.
    func misnamed(_ names: [String], among known: [String]) -> JSONEntry? {
        guard !contains(where: { names.contains($0.name) }) else { return nil }
        return first { !known.contains($0.name) && $0.name.nearestName(in: known).map(names.contains) ?? false }
    }
}

extension String {
    /// The paths of a list that is written as one text, `/a, /b`; otherwise the text itself.
    var listedPaths: [String] {
        let parts = split(separator: ",").map { String($0).trimmingSpaces }
        let arePaths = parts.allSatisfy { part in ["/", "*", "NOT "].contains { part.hasPrefix($0) } }
        return parts.count > 1 && arePaths ? parts : [self]
    }
}
