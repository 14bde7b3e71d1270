import Telemetry

/// Where the requests of a tenant are counted, by the number that their records carry.
///
/// Numbers and indices stay what they are as long as the process runs, so each is asked for once. For one thread.
struct TenantIndices {
    private let numbers: RecordNumbers
    private let names: MetricNames
    private var known: [Int?] = [nil]

    init(_ numbers: RecordNumbers, _ names: MetricNames) {
        self.numbers = numbers
        self.names = names
    }

    /// The tenant's index among the label values; `nil` for 0, which is no tenant.
    mutating func index(of number: UInt32) -> Int? {
        let place = Int(number)
        if place < known.count { return known[place] }
        return learn(place)
    }

    /// Asks for all numbers up to one: they were given one after the other.
    private mutating func learn(_ place: Int) -> Int? {
        while known.count <= place {
            guard let name = numbers.tenant(UInt32(known.count)) else { return nil }
            known.append(names.index(of: name))
        }
        return known[place]
    }
}
