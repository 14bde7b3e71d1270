/// The rules of an app, found by what their paths begin with.
///
/// A few rules are all compared with each other. Of many, only those are that have the same first segment, and those
/// whose first segment is not fixed.
struct RuleIndex {
    /// Rules that are compared pair by pair at most.
    static let mostPairedRules = 500

    private let all: Range<Int>
    private var buckets: [[UInt32]: [Int]] = [:]
    private var wide: [Int] = []

    /// Takes the regions of the rules in order.
    init(_ regions: [RuleRegion]) {
        all = regions.indices
        guard all.count > Self.mostPairedRules else { return }
        for (place, region) in regions.enumerated() {
            if let segment = region.firstSegment {
                buckets[segment, default: []].append(place)
            } else {
                wide.append(place)
            }
        }
    }

    /// Whether some pairs are left out.
    var isPartial: Bool { all.count > Self.mostPairedRules }

    /// The places of the rules to compare a region with, ascending.
    func places(alike region: RuleRegion, in range: Range<Int>) -> [Int] {
        guard isPartial, let segment = region.firstSegment else { return Array(range) }
        var same = (buckets[segment] ?? [])[...]
        var places: [Int] = []
        for place in wide {
            while let next = same.first, next < place {
                places.append(next)
                same.removeFirst()
            }
            places.append(place)
        }
        return (places + same).filter(range.contains)
    }
}

extension RuleRegion {
    /// The first segment of its paths in lower case; `nil` where it is not fixed.
    fileprivate var firstSegment: [UInt32]? {
        guard let end = prefix.firstIndex(of: .slash) else { return isLiteral ? prefix.map(\.foldedUnit) : nil }
        return prefix[..<end].map(\.foldedUnit)
    }
}
