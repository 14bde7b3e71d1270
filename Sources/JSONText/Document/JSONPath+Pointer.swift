extension JSONPath {
    /// The path as a JSON pointer (RFC 6901): `/tenants/0/name`; empty for the root.
    package var pointer: String {
        steps.reduce(into: "") { text, step in
            switch step {
            case .index(let index): text += "/\(index)"
            case .name(let name):
                text += "/"
                for scalar in name.unicodeScalars {
                    switch scalar {
                    case "~": text += "~0"
                    case "/": text += "~1"
                    default: text.unicodeScalars.append(scalar)
                    }
                }
            }
        }
    }
}
