import Platform
import Testing

@Suite struct ThreadTests {
    @Test func `join waits until the body has run`() throws {
        let finished = LockedValue(false)
        let thread = try Thread(name: "a name longer than fifteen bytes") { finished.withLock { $0 = true } }
        thread.join()
        #expect(finished.withLock { $0 })
    }

    @Test func `a locked value loses no update of two threads`() throws {
        let counter = LockedValue(0)
        let other = try Thread(name: "counter") {
            for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
        }
        for _ in 0..<10_000 { counter.withLock { $0 += 1 } }
        other.join()
        #expect(counter.withLock { $0 } == 20_000)
    }

    @Test func `a locked value passes on what its closure throws`() {
        let value = LockedValue(1)
        #expect(throws: SystemError(errno: 5, call: "read")) {
            try value.withLock { (number) throws(SystemError) -> Void in
                number = 2
                throw SystemError(errno: 5, call: "read")
            }
        }
        #expect(value.withLock { $0 } == 2)
    }
}
