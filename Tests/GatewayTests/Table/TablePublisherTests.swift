import DeepLinks
import TestSupport
import Testing

@testable import Gateway

/// How tables come to the loops and go.
@Suite struct TablePublisherTests {
    /// A loop that holds a table as a handler does.
    private final class Loop {
        let seat: TableSeat
        private(set) var table: RoutingTable

        init(_ seat: TableSeat) {
            self.seat = seat
            table = seat.take()
            seat.settle(table.version)
        }

        func turn() {
            guard seat.hasOther(than: table.version) else { return }
            table = seat.take()
            seat.settle(table.version)
        }
    }

    private func next(_ publisher: TablePublisher) -> RoutingTable { publisher.current.replacing([:]) }

    @Test func `each loop takes the newest table at its next turn`() throws {
        let publisher = TablePublisher(RoutingTable(hasher: HostHasher()), loops: 2)
        let loops = [Loop(publisher.seat(0)), Loop(publisher.seat(1))]
        for version in 1...3 as ClosedRange<UInt64> {
            publisher.publish(next(publisher))
            #expect(publisher.current.version == version)
            #expect(loops[0].seat.hasOther(than: loops[0].table.version))
            loops[0].turn()
            #expect(loops[0].table === publisher.current)
            #expect(!loops[0].seat.hasOther(than: version))
        }
        // The other one was away for three tables and takes only the last.
        #expect(loops[1].table.version == 0)
        loops[1].turn()
        #expect(loops[1].table === publisher.current)
    }

    @Test func `a table lives until the last loop has left it, and ends where tables are published`() throws {
        let publisher = TablePublisher(RoutingTable(hasher: HostHasher()), loops: 2)
        let loops = [Loop(publisher.seat(0)), Loop(publisher.seat(1))]
        weak let first = publisher.current
        publisher.publish(next(publisher))
        weak let second = publisher.current
        publisher.publish(next(publisher))
        #expect(first != nil && second != nil)
        loops[0].turn()
        publisher.releaseUnused()
        #expect(first != nil && second != nil)
        loops[1].turn()
        // Both loops have let it go; the publisher still holds it, so that no loop frees it.
        #expect(first != nil && second != nil)
        publisher.releaseUnused()
        #expect(first == nil && second == nil)
        #expect(publisher.current.version == 2)
    }

    @Test func `idle loops of a gateway let old tables go`() throws {
        let gateway = try GatewayFixture(workers: 2)
        weak let first = gateway.parts.fleet.table
        #expect(first?.version == 1)
        for _ in 0..<3 { gateway.parts.source.reload() }
        let isGone = comesTrue {
            gateway.parts.fleet.releaseUnused()
            return first == nil
        }
        #expect(isGone)
        #expect(gateway.parts.fleet.table.version == 4)
    }
}
