// The same for all links that 'postern code swift' writes.

/// The values that a route found in a link, by their names.
struct LinkMatch {
    /// The values as they are written in the URL.
    var values: [String: String] = [:]

    /// A text.
    func text(_ name: String) throws -> String {
        guard let value = values[name] else { throw LinkError.missingParameter(name) }
        guard let text = value.percentDecoded else { throw LinkError.malformedParameter(name) }
        return text
    }

    /// A text that need not be there, and is not where the value is no text.
    func optionalText(_ name: String) -> String? { values[name].flatMap(\.percentDecoded) }

    /// A number.
    func integer(_ name: String) throws -> Int {
        guard let number = Int(try text(name)) else { throw LinkError.malformedParameter(name) }
        return number
    }

    /// One of the listed values.
    func choice<Choice: RawRepresentable<String>>(_ name: String) throws -> Choice {
        guard let value = values[name] else { throw LinkError.missingParameter(name) }
        guard let choice = Choice(rawValue: value) else { throw LinkError.malformedParameter(name) }
        return choice
    }

    /// The segments of a rest of the path.
    func segments(_ name: String) throws -> [String] {
        guard let value = values[name], !value.isEmpty else { return [] }
        return try value.split(separator: "/", omittingEmptySubsequences: false).map { segment in
            guard let text = segment.percentDecoded else {
                throw LinkError.malformedParameter(name)
            }
            return text
        }
    }
}
