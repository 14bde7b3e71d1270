import Platform
import Testing

@Suite struct ParallelWorkTests {
    @Test(arguments: [0, 1, 15, 16, 17, 1000])
    func `everything is done once, and comes in its order`(count: Int) {
        let calls = LockedValue(0)
        let numbers = ParallelWork.map(Array(0..<count), on: 4) { number in
            calls.withLock { $0 += 1 }
            return number * 2
        }
        #expect(numbers == (0..<count).map { $0 * 2 })
        #expect(calls.withLock { $0 } == count)
    }

    @Test func `one thread is enough`() {
        #expect(ParallelWork.map(Array(0..<100), on: 1) { $0 + 1 } == Array(1...100))
    }
}
