import Platform
import Testing

@testable import Gateway

@Suite struct UnknownAllowanceTests {
    /// How many of a number of look-ups an allowance grants, at a time in milliseconds.
    private func granted(_ count: Int, of tenant: UInt32, _ allowance: inout UnknownAllowance, at time: Int64) -> Int {
        let now = MonotonicTime(nanoseconds: 5_000_000_000 + time * 1_000_000)
        return (0..<count).count { _ in allowance.take(tenant, at: now) }
    }

    @Test func `a tenant has what a second refills, whatever others take`() {
        var allowance = UnknownAllowance(rate: 10)
        let counts = [
            granted(12, of: 1, &allowance, at: 0), granted(1, of: 2, &allowance, at: 0),
            granted(1, of: 1, &allowance, at: 99), granted(5, of: 1, &allowance, at: 310),
            granted(20, of: 1, &allowance, at: 60_000),
        ]
        #expect(counts == [10, 1, 0, 3, 10])
    }

    @Test func `a link that is found costs nothing`() {
        var allowance = UnknownAllowance(rate: 3)
        for _ in 0..<100 {
            let count = granted(1, of: 1, &allowance, at: 0)
            #expect(count == 1)
            allowance.giveBack(1)
        }
        let rest = granted(5, of: 1, &allowance, at: 0)
        #expect(rest == 3)
    }

    @Test func `any number of tenants is remembered as long as it matters`() {
        var allowance = UnknownAllowance(rate: 1)
        for tenant in 0...5000 {
            let count = granted(2, of: UInt32(tenant), &allowance, at: Int64(tenant))
            #expect(count == 1)
        }
        let last = [granted(2, of: 0, &allowance, at: 5001), granted(2, of: 4999, &allowance, at: 5001)]
        #expect(last == [1, 0])
    }
}
