import Glibc
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

    @Test func `a signal does not end a wait`() async {
        await #expect(processExitsWith: .exitCode(7)) {
            signal(SIGUSR1) { _ in }
            let epoll = try Epoll()
            let event = try EventDescriptor()
            let (waiter, number) = (pthread_self(), event.rawValue)
            try epoll.add(number, .readable, token: 1)
            let other = try Platform.Thread(name: "signals") {
                for _ in 0..<50 {
                    pthread_kill(waiter, SIGUSR1)
                    _ = poll(nil, 0, 1)
                }
                var one: UInt64 = 1
                _ = unsafe write(number, &one, 8)
            }
            let count = epoll.wait(timeout: .seconds(60))
            other.join()
            // Its last use: it would be closed by now else.
            event.drain()
            exit(count == 1 ? 7 : 2)
        }
    }

    @Test func `a descriptor that is not open is an error`() throws {
        let epoll = try Epoll()
        #expect(throws: SystemError(errno: 9, call: "epoll_ctl")) { try epoll.add(-1, .readable, token: 0) }
    }
}
