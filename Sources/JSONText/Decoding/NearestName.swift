extension String {
    /// The name that was probably meant: the one with the fewest edits, if a third of the letters or less are wrong.
    ///
    /// An edit inserts, removes or replaces a letter or swaps two neighbours; case does not count. The first of equally
    /// near ones wins.
    ///
    /// - Parameter names: The known names, in ASCII.
    /// - Returns: The nearest name; `nil` where none is near.
    /// - Complexity: O(length of the names times 96): a longer text is near to none.
    package func nearestName(in names: [String]) -> String? {
        guard utf8.count <= 96 else { return nil }
        let text = Array(lowercased().utf8)
        var nearest: String?
        var fewest = Int.max
        for name in names {
            let letters = Array(name.lowercased().utf8)
            let allowed = (max(text.count, letters.count) + 2) / 3
            guard abs(text.count - letters.count) <= allowed else { continue }
            let edits = text.edits(to: letters)
            if edits <= allowed && edits < fewest && edits < letters.count { (nearest, fewest) = (name, edits) }
        }
        return nearest
    }
}

extension [UInt8] {
    /// The optimal string alignment distance.
    fileprivate func edits(to other: [UInt8]) -> Int {
        var beforePrevious = [Int](repeating: 0, count: other.count + 1)
        var previous = Array<Int>(0...other.count)
        var current = previous
        for row in indices {
            current[0] = row + 1
            for column in other.indices {
                let replaced = previous[column] + (self[row] == other[column] ? 0 : 1)
                var best = Swift.min(replaced, previous[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, self[row] == other[column - 1], self[row - 1] == other[column] {
                    best = Swift.min(best, beforePrevious[column - 1] + 1)
                }
                current[column + 1] = best
            }
            (beforePrevious, previous, current) = (previous, current, beforePrevious)
        }
        return previous[other.count]
    }
}
