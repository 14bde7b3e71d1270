import DeepLinks

/// Destinations as columns have them.
extension PlatformDestinations {
    /// The elements of the column: `KEY=DESTINATION`.
    var stored: [String] { entries.map { "\($0.key)=\($0.destination.text)" } }

    /// Reads the elements of a column.
    init(stored: [String]) throws(RuleViolation) {
        self.init()
        for element in stored {
            let (key, value) = element.partedAtEquals
            guard Self.keys.contains(key) else { throw RuleViolation("no platform is called so") }
            set(key, try PlatformDestination(value))
        }
    }
}

extension CampaignDefaults {
    /// The elements of the column: `NAME=VALUE`.
    var stored: [String] { entries.map { "\($0.name)=\($0.value)" } }

    /// Reads the elements of a column; `nil` for a name that is none.
    init?(stored: [String]) {
        self.init()
        for element in stored {
            let (name, value) = element.partedAtEquals
            guard Self.names.contains(name) else { return nil }
            self[name] = value
        }
    }
}

extension QueryPolicy {
    /// As the column has it.
    var stored: String {
        switch self {
        case .keep: "keep"
        case .drop: "drop"
        case .only: "only"
        }
    }

    /// The names that it lists.
    var names: [String] {
        if case .only(let names) = self { names } else { [] }
    }

    init(stored: String, names: [String]) {
        switch stored {
        case "drop": self = .drop
        case "only": self = .only(names)
        default: self = .keep
        }
    }
}

extension String {
    /// What stands before the first `=` and behind it.
    var partedAtEquals: (String, String) {
        let name = prefix { $0 != "=" }
        return (String(name), String(dropFirst(name.count + 1)))
    }
}
