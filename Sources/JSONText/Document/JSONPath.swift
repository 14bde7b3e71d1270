/// The way from the root of a JSON text to one of its values: `$.tenants[0].name`.
package struct JSONPath: Hashable, Sendable, CustomStringConvertible {
    /// One step from a value to a value inside it.
    package enum Step: Hashable, Sendable {
        /// To the member of an object that has the name.
        case name(String)
        /// To the item of an array that has the index, from 0.
        case index(Int)
    }

    /// The steps, outermost first.
    package private(set) var steps: [Step]

    /// Makes a path.
    package init(_ steps: [Step] = []) {
        self.steps = steps
    }

    /// The path of the outermost value.
    package static let root = JSONPath()

    /// The path of a member.
    package func appending(name: String) -> JSONPath { JSONPath(steps + [.name(name)]) }

    /// The path of an item.
    package func appending(index: Int) -> JSONPath { JSONPath(steps + [.index(index)]) }

    /// The path on one line, as RFC 9535 writes it; a name that is no ASCII identifier is quoted and shortened.
    package var description: String {
        steps.reduce(into: "$") { text, step in
            switch step {
            case .index(let index): text += "[\(index)]"
            case .name(let name) where name.isPlainName: text += ".\(name)"
            case .name(let name): text += "[\(name.quotedForMessage)]"
            }
        }
    }
}

extension String {
    fileprivate var isPlainName: Bool {
        guard let first = utf8.first, utf8.count <= 64, !(0x30...0x39).contains(first) else { return false }
        return utf8.allSatisfy { $0.isASCIIWordByte }
    }
}
