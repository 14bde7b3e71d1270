/// An array or object whose end has not been read yet.
struct JSONContainer {
    enum Kind {
        case array, object

        /// The byte that ends the container.
        var closing: UInt8 { self == .array ? UInt8(ascii: "]") : UInt8(ascii: "}") }

        /// What may follow an item, for messages.
        var afterItem: String { self == .array ? "\",\" or \"]\"" : "\",\" or \"}\"" }
    }

    let kind: Kind
    private let position: JSONPosition
    private var items: [JSONNode] = []
    private var members: [JSONMember] = []
    private var names = JSONNameSet()
    private var namePosition = JSONPosition.start
    /// The step to the item that is being read; `nil` between items.
    private(set) var step: JSONPath.Step?

    init(kind: Kind, position: JSONPosition) {
        self.kind = kind
        self.position = position
    }

    /// The container as a value.
    var node: JSONNode {
        JSONNode(value: kind == .array ? .array(items) : .object(members), position: position)
    }

    /// Begins the next item of an array.
    mutating func beginItem() {
        step = .index(items.count)
    }

    /// Begins the next member of an object.
    ///
    /// - Returns: Where the name came before; `nil` for a new name.
    mutating func beginMember(_ name: String, at position: JSONPosition) -> JSONPosition? {
        step = .name(name)
        namePosition = position
        return names.insert(name, at: position)
    }

    /// Ends the item that was begun.
    mutating func append(_ node: JSONNode) {
        if case .name(let name) = step {
            members.append(JSONMember(name: name, namePosition: namePosition, node: node))
        } else {
            items.append(node)
        }
        step = nil
    }
}
