/// A request that a ``ScriptedServer`` got.
package struct ScriptedRequest: Sendable {
    /// The method.
    package let method: String
    /// The path and query as sent.
    package let target: String
    /// The fields in order, names in lower case.
    package let fields: [(name: String, value: String)]
    /// The body, as long as the request says it is.
    package internal(set) var body: [UInt8] = []
    /// How many requests the server had got before.
    package internal(set) var earlier = 0

    /// The path without query.
    package var path: String { String(target.prefix { $0 != "?" }) }

    /// The first value of a field; the name in lower case.
    package func field(_ name: String) -> String? {
        fields.first { $0.name == name }?.value
    }

    /// Reads a head without its closing empty line; lenient, as the other side is the code under test.
    init(head: String) {
        let lines = head.split(separator: "\r\n", omittingEmptySubsequences: true)
        let words = (lines.first ?? "").split(separator: " ")
        method = String(words.first ?? "")
        target = words.count > 1 ? String(words[1]) : ""
        fields = lines.dropFirst().map { line in
            let name = line.prefix { $0 != ":" }
            return (name.lowercased(), line.dropFirst(name.count + 1).trimmed)
        }
    }
}

extension Substring {
    fileprivate var trimmed: String {
        let left = drop { $0 == " " }
        return String(String(left.reversed()).drop { $0 == " " }.reversed())
    }
}
