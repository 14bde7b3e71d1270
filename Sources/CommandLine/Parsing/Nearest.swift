/// The candidate that a person who wrote `word` most likely meant; `nil` when none is near.
///
/// Near is at most one edit (insert, delete, replace, swap of neighbours) for every three letters begun, and fewer
/// edits than there are letters. O(candidates · letters²).
package func nearest(to word: String, among candidates: [String]) -> String? {
    let letters = Array(word.utf8)
    let limit = min((letters.count + 2) / 3, letters.count - 1)
    var best: (candidate: String, distance: Int)?
    for candidate in candidates {
        let distance = editDistance(letters, Array(candidate.utf8))
        if distance <= limit, distance < best?.distance ?? .max { best = (candidate, distance) }
    }
    return best?.candidate
}

/// Optimal string alignment distance; O(n·m).
private func editDistance(_ left: [UInt8], _ right: [UInt8]) -> Int {
    var beforePrevious: [Int] = []
    var previous = Array(0...right.count)
    for i in left.indices {
        var row = [i + 1]
        for j in right.indices {
            var cost = min(previous[j + 1] + 1, row[j] + 1, previous[j] + (left[i] == right[j] ? 0 : 1))
            if i > 0, j > 0, left[i] == right[j - 1], left[i - 1] == right[j] {
                cost = min(cost, beforePrevious[j - 1] + 1)
            }
            row.append(cost)
        }
        beforePrevious = previous
        previous = row
    }
    return previous[right.count]
}
