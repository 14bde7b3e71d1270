/// The alternatives of a variable as an automaton: words share their beginnings and ends.
struct PatternChoice: Sendable {
    struct Edge: Hashable, Sendable {
        enum Label: Hashable, Sendable {
            case any
            case ascii(ASCIISet)
            case unit(UInt32)
        }

        let label: Label
        let target: Int

        func accepts(_ unit: UInt32) -> Bool {
            switch label {
            case .any: true
            case .ascii(let set): set.contains(unit)
            case .unit(let only): only == unit
            }
        }
    }

    struct Node: Hashable, Sendable {
        var edges: [Edge] = []
        /// Nodes that are reached without a unit.
        var jumps: [Int] = []
        var isFinal = false
    }

    /// The first is where it begins.
    let nodes: [Node]
    /// How values begin.
    let opening: ChoiceOpening
    let values: [[UInt32]]
    /// Whether a value is empty, or begins or ends with a slash, or ends with a star, which count at the ends of a path.
    let bendsSlashes: Bool
    /// The ASCII characters of values.
    let units: ASCIISet
    /// A short value; `nil` where there is none.
    let word: [UInt32]?

    /// Makes the automaton of values, which may have `*` and `?`.
    init(_ values: [[UInt32]]) {
        let star: UInt32 = 0x2A
        let question: UInt32 = 0x3F
        let hasWildcard = { (value: [UInt32]) in value.contains { $0 == star || $0 == question } }
        var nodes = Self.words(values.filter { !hasWildcard($0) })
        for value in values where hasWildcard(value) {
            nodes[0].jumps.append(nodes.count)
            for unit in value {
                let next = nodes.count + 1
                switch unit {
                case star: nodes.append(Node(edges: [Edge(label: .any, target: next - 1)], jumps: [next]))
                case question: nodes.append(Node(edges: [Edge(label: .any, target: next)]))
                default: nodes.append(Node(edges: [Edge(label: Self.label(unit), target: next)]))
                }
            }
            nodes.append(Node(isFinal: true))
        }
        self.nodes = nodes
        opening = ChoiceOpening(values)
        self.values = values
        bendsSlashes = values.contains { value in
            value.isEmpty || value.first == .slash || value.last == .slash || value.last == star
        }
        units = nodes.reduce(into: ASCIISet()) { units, node in
            for edge in node.edges {
                switch edge.label {
                case .any: units = .all
                case .ascii(let set): units.formUnion(set)
                case .unit: break
                }
            }
        }
        // A star stands for nothing, a question mark for a letter.
        word = values.map { $0.filter { $0 != star }.map { $0 == question ? 0x78 : $0 } }.min { $0.count < $1.count }
    }

    private static func label(_ unit: UInt32) -> Edge.Label {
        guard unit < 128 else { return .unit(unit) }
        var set = ASCIISet()
        set.insert(unit)
        return .ascii(set)
    }

    /// The smallest automaton of words that goes by one node at a time.
    private static func words(_ words: [[UInt32]]) -> [Node] {
        var children: [[UInt32: Int]] = [[:]]
        var finals = [false]
        for word in words {
            var node = 0
            for unit in word {
                if let next = children[node][unit] {
                    node = next
                } else {
                    children[node][unit] = children.count
                    node = children.count
                    children.append([:])
                    finals.append(false)
                }
            }
            finals[node] = true
        }
        // Children come after their parents: backwards, equal nodes are found before they are asked for.
        var numbers = [Int](repeating: 0, count: children.count)
        var known: [Node: Int] = [:]
        var nodes = [Node()]
        for index in children.indices.reversed() {
            var sets: [Int: ASCIISet] = [:]
            var node = Node(isFinal: finals[index])
            for (unit, child) in children[index].sorted(by: { $0.key < $1.key }) {
                if unit < 128 {
                    sets[numbers[child], default: ASCIISet()].insert(unit)
                } else {
                    node.edges.append(Edge(label: .unit(unit), target: numbers[child]))
                }
            }
            for (target, set) in sets.sorted(by: { $0.key < $1.key }) {
                node.edges.append(Edge(label: .ascii(set), target: target))
            }
            if index == 0 {
                nodes[0] = node
            } else if let number = known[node] {
                numbers[index] = number
            } else {
                numbers[index] = nodes.count
                known[node] = nodes.count
                nodes.append(node)
            }
        }
        return nodes
    }
}
