extension PatternSearch {
    /// Where the texts come from: what a part of a URL cannot hold is not tried.
    enum Part {
        case path
        case query
        case fragment
        /// Text that was decoded.
        case decoded(isPath: Bool)
    }
}

extension PatternSearch.Part {
    var isPath: Bool {
        switch self {
        case .path, .decoded(isPath: true): true
        case .query, .fragment, .decoded: false
        }
    }

    var isDecoded: Bool { if case .decoded = self { true } else { false } }

    /// The ASCII characters that a text of the part can have.
    var units: ASCIISet {
        switch self {
        case .decoded: Self.decodedUnits
        case .path: Self.pathUnits
        case .query, .fragment: Self.queryUnits
        }
    }

    /// Whether a text can be one of the part; a path comes without the slashes at its end.
    func allows(_ text: [UInt32]) -> Bool {
        let units = units
        return text.allSatisfy { $0 < 128 ? units.contains($0) : isDecoded } && !(isPath && text.last == .slash)
    }

    private static let decodedUnits = ASCIISet(" "..."~")
    private static let queryUnits = ASCIISet("!"..."~").subtracting(ASCIISet("\"#<>\\^`{|}"))
    private static let pathUnits = queryUnits.subtracting(ASCIISet("?"))
}
