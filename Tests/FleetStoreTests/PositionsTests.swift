import Testing

@testable import FleetStore

@Suite struct PositionsTests {
    @Test func `a list without numbers is numbered with gaps`() {
        #expect(Positions.assign([nil, nil, nil]) == [1 << 20, 2 << 20, 3 << 20])
        #expect(Positions.assign([]) == [])
    }

    @Test func `an element put between two others takes a number between theirs`() {
        #expect(Positions.assign([10, nil, 20]) == [10, 15, 20])
    }

    @Test func `one that moves to the end leaves the others alone`() {
        #expect(Positions.assign([20, 30, 10]) == [20, 30, 30 + (1 << 20)])
    }

    @Test func `one that moves to the front leaves the others alone`() {
        #expect(Positions.assign([30, 10, 20]) == [10 - (1 << 20), 10, 20])
    }

    @Test func `without room all are numbered afresh`() {
        #expect(Positions.assign([1, nil, 2]) == [1 << 20, 2 << 20, 3 << 20])
        #expect(Positions.assign([Int64.max - 1, nil]) == [1 << 20, 2 << 20])
        #expect(Positions.assign([nil, Int64.min + 1]) == [1 << 20, 2 << 20])
    }

    @Test func `any shuffle comes out ascending, and what was in order keeps its numbers`() {
        var generator = SplitMix(state: 7)
        for _ in 0..<500 {
            let count = Int.random(in: 1...30, using: &generator)
            var numbers = (0..<count).map { Int64($0 * 1000) as Int64? }
            for _ in 0..<Int.random(in: 0...3, using: &generator) {
                numbers.insert(
                    numbers.remove(at: Int.random(in: 0..<numbers.count, using: &generator)),
                    at: Int.random(in: 0...numbers.count, using: &generator))
                numbers.insert(nil, at: Int.random(in: 0...numbers.count, using: &generator))
            }
            let result = Positions.assign(numbers)
            #expect(result.count == numbers.count)
            #expect(zip(result, result.dropFirst()).allSatisfy { $0 < $1 })
            #expect(zip(result, numbers).filter { $1 != nil && $0 != $1 }.count <= 3)
        }
    }
}

struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
