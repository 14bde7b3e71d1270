/// A run of a long table that is a function of its own: compilers take too long over one function with all of it, and
/// the Java virtual machine takes no method of more than 64 KB.
struct CodePart<Element> {
    /// Elements of a table in one function at most.
    static var longest: Int { 50 }

    /// The name of the function: `routesFrom51`.
    let name: String
    /// The elements.
    let elements: [Element]

    /// The names of the functions of any table that a tenant may have.
    static func names(_ name: String) -> Set<String> {
        Set(stride(from: 0, to: 5_000, by: longest).map { Self.name(name, $0) })
    }

    private static func name(_ name: String, _ start: Int) -> String { "\(name)From\(start + 1)" }

    /// The parts of a table; none of one that is short enough to be one function.
    static func parts(_ elements: [Element], named name: String) -> [CodePart] {
        guard elements.count > longest else { return [] }
        return stride(from: 0, to: elements.count, by: longest).map { start in
            CodePart(
                name: Self.name(name, start),
                elements: Array(elements[start..<min(start + longest, elements.count)]))
        }
    }
}
