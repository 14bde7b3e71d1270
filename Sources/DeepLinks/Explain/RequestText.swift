/// A request's path and query, split for people: the same text that a program matches, without its haste.
struct RequestText {
    let segments: [[UInt8]]
    let items: [(name: [UInt8], value: [UInt8])]
    let folds: Bool

    init(path: some Collection<UInt8>, query: some Collection<UInt8>, folds: Bool) {
        var path = Array(path)
        while path.last == UInt8(ascii: "/") { path.removeLast() }
        segments = path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).dropFirst().map(
            Array.init)
        items = query.split(separator: UInt8(ascii: "&")).map { item in
            let name = item.prefix { $0 != UInt8(ascii: "=") }
            return (Array(name), Array(item.dropFirst(name.count + 1)))
        }
        self.folds = folds
    }

    /// Whether two texts agree, as far as case counts.
    func agree(_ left: some Sequence<UInt8>, _ right: some Sequence<UInt8>) -> Bool {
        folds ? left.map(URLCharacter.folded) == right.map(URLCharacter.folded) : Array(left) == Array(right)
    }
}
