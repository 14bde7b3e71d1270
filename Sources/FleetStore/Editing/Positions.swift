/// The numbers that keep a list's order in the database.
///
/// They have gaps, so that an element moves or comes in between two others without a change to the rest.
enum Positions {
    /// The distance between neighbours of a list that is numbered afresh.
    static let gap: Int64 = 1 << 20

    /// Numbers a list: most elements keep the number they have.
    ///
    /// - Parameter current: The number each element of the list has now, in the list's order; `nil` for a new one. No
    ///   number occurs twice.
    /// - Returns: The number of each element, strictly ascending. Those of a longest ascending run keep theirs, unless
    ///   a gap is too small: then all are numbered afresh.
    /// - Complexity: O(*n* log *n*).
    static func assign(_ current: [Int64?]) -> [Int64] {
        let kept = longestAscendingRun(current)
        var result: [Int64] = []
        result.reserveCapacity(current.count)
        var start = 0
        var lower: Int64?
        for end in kept + [current.count] {
            let upper = end < current.count ? current[end] : nil
            guard let numbers = between(lower, upper, count: end - start) else {
                return (1...Int64(max(1, current.count))).prefix(current.count).map { $0 * gap }
            }
            result += numbers
            if let upper {
                result.append(upper)
                lower = upper
                start = end + 1
            }
        }
        return result
    }

    /// Numbers strictly between two others; `nil` when there is no room.
    private static func between(_ lower: Int64?, _ upper: Int64?, count: Int) -> [Int64]? {
        guard count > 0 else { return [] }
        let steps = Int64(count)
        switch (lower, upper) {
        case (nil, nil): return (1...steps).map { $0 * gap }
        case (let lower?, nil):
            guard lower < Int64.max - gap * (steps + 1) else { return nil }
            return (1...steps).map { lower + $0 * gap }
        case (nil, let upper?):
            guard upper > Int64.min + gap * (steps + 1) else { return nil }
            return (1...steps).map { upper - (steps + 1 - $0) * gap }
        case (let lower?, let upper?):
            let (width, overflow) = upper.subtractingReportingOverflow(lower)
            let step = width / (steps + 1)
            guard !overflow, step > 0 else { return nil }
            return (1...steps).map { lower + $0 * step }
        }
    }

    /// The places of a longest run of ascending numbers, by patience sorting.
    private static func longestAscendingRun(_ numbers: [Int64?]) -> [Int] {
        var tops: [(number: Int64, place: Int)] = []
        var previous = [Int?](repeating: nil, count: numbers.count)
        for (place, number) in numbers.enumerated() {
            guard let number else { continue }
            var low = 0
            var high = tops.count
            while low < high {
                let middle = (low + high) / 2
                if tops[middle].number < number { low = middle + 1 } else { high = middle }
            }
            previous[place] = low > 0 ? tops[low - 1].place : nil
            if low < tops.count { tops[low] = (number, place) } else { tops.append((number, place)) }
        }
        var run: [Int] = []
        var place = tops.last?.place
        while let current = place {
            run.append(current)
            place = previous[current]
        }
        return run.reversed()
    }
}
