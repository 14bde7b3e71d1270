import Platform
import Testing

@Suite struct RecordRingTests {
    @Test func `what does not fit is counted`() {
        let ring = RecordRing<Int>(capacity: 3)
        #expect(ring.capacity == 4)
        for number in 0..<6 { ring.append(number) }
        #expect(ring.dropped == 2)
        #expect((0..<5).map { _ in ring.popFirst() } == [0, 1, 2, 3, nil])
        ring.append(9)
        #expect(ring.popFirst() == 9)
        #expect(ring.dropped == 2)
    }

    @Test func `a reader on another thread sees every element that was not dropped, in order`() throws {
        let ring = RecordRing<Int>(capacity: 64)
        let writer = try Thread(name: "writer") {
            for number in 1...200_000 { ring.append(number) }
            ring.append(-1)
            while ring.dropped >= 0 {
                let before = ring.dropped
                ring.append(-1)
                if ring.dropped == before { break }
            }
        }
        var last = 0
        var seen = 0
        while true {
            guard let number = ring.popFirst() else { continue }
            if number < 0 { break }
            #expect(number > last)
            last = number
            seen += 1
        }
        writer.join()
        #expect(seen > 0)
    }

    @Test func `all that are there are taken at once, also around the end of the memory, and their places are free`() {
        let ring = RecordRing<[Int]>(capacity: 4)
        var taken: [[Int]] = []
        for round in 0..<5 {
            for number in 0..<3 { ring.append([round, number]) }
            let count = ring.takeAll { element in
                taken.append(element)
                // What comes meanwhile waits for the next call.
                if element == [2, 0] { ring.append([2, 3]) }
            }
            #expect(count == (round == 3 ? 4 : 3))
        }
        #expect(taken.count == 16 && ring.dropped == 0 && ring.popFirst() == nil)
        #expect(taken[6..<10] == [[2, 0], [2, 1], [2, 2], [2, 3]])
    }
}
