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
}
