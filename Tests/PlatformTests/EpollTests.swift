import Platform
import Testing

@Suite struct EpollTests {
    @Test func `a signalled event descriptor is reported with its token until it is drained`() throws {
        let epoll = try Epoll()
        let event = try EventDescriptor()
        try epoll.add(event.rawValue, .readable, token: 0xFEED_0000_0001)
        #expect(epoll.wait(timeout: .zero) == 0)
        event.signal()
        event.signal()
        for _ in 0..<2 {
            #expect(epoll.wait(timeout: nil) == 1)
            #expect(epoll.event(0).token == 0xFEED_0000_0001)
            #expect(epoll.event(0).events == .readable)
        }
        event.drain()
        #expect(epoll.wait(timeout: .zero) == 0)
    }

    @Test func `an edge is reported once, and a changed registration again`() throws {
        let epoll = try Epoll()
        let event = try EventDescriptor()
        event.signal()
        try epoll.add(event.rawValue, [.readable, .edgeTriggered], token: 1)
        #expect(epoll.wait(timeout: .zero) == 1)
        #expect(epoll.wait(timeout: .zero) == 0)
        try epoll.modify(event.rawValue, .readable, token: 2)
        #expect(epoll.wait(timeout: .zero) == 1)
        #expect(epoll.event(0).token == 2)
    }

    @Test func `a removed descriptor is reported no more`() throws {
        let epoll = try Epoll()
        let event = try EventDescriptor()
        event.signal()
        try epoll.add(event.rawValue, .readable, token: 1)
        epoll.remove(event.rawValue)
        epoll.remove(event.rawValue)
        #expect(epoll.wait(timeout: .zero) == 0)
    }

    @Test func `a wait with a deadline ends there, not before`() throws {
        let epoll = try Epoll()
        let start = MonotonicTime.now()
        #expect(epoll.wait(until: start + .microseconds(1_500), now: start) == 0)
        #expect(MonotonicTime.now() - start >= .microseconds(1_500))
        #expect(epoll.wait(until: start, now: .now()) == 0)
    }

    @Test func `a descriptor that is not open is an error`() throws {
        let epoll = try Epoll()
        #expect(throws: SystemError(errno: 9, call: "epoll_ctl")) { try epoll.add(-1, .readable, token: 0) }
    }
}
