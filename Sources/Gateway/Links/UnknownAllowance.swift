import Platform

/// How many look-ups each tenant may still begin, so that a flood of slugs that are no links leaves the database to the
/// others.
///
/// A look-up takes one and a link that is found gives it back; so only those of unknown links count. Refilled steadily,
/// up to what a second refills. Confined to one loop.
struct UnknownAllowance {
    private struct Account {
        var left: Double
        var time: MonotonicTime
    }

    /// What a second refills.
    private let rate: Double
    private var accounts: [UInt32: Account] = [:]

    /// Makes full accounts.
    ///
    /// - Parameter rate: Look-ups of unknown links in a second for each tenant.
    init(rate: Double) { self.rate = max(1, rate) }

    /// Takes one for a look-up.
    ///
    /// - Parameters:
    ///   - tenant: The tenant's number.
    ///   - now: Not before the time of any earlier call.
    /// - Returns: False when none is left.
    mutating func take(_ tenant: UInt32, at now: MonotonicTime) -> Bool {
        var account = account(tenant, now)
        guard account.left >= 1 else { return false }
        account.left -= 1
        if accounts.count >= Self.mostAccounts, accounts[tenant] == nil { forgetFull(now) }
        accounts[tenant] = account
        return true
    }

    /// Gives one back: the look-up was of no unknown link.
    mutating func giveBack(_ tenant: UInt32) {
        guard let left = accounts[tenant]?.left else { return }
        accounts[tenant]?.left = min(rate, left + 1)
    }

    private func account(_ tenant: UInt32, _ now: MonotonicTime) -> Account {
        guard let account = accounts[tenant] else { return Account(left: rate, time: now) }
        let seconds = Double((now - account.time).wholeNanoseconds) / 1e9
        return Account(left: min(rate, account.left + seconds * rate), time: now)
    }

    private mutating func forgetFull(_ now: MonotonicTime) {
        accounts = accounts.filter { account($0.key, now).left < rate }
    }

    private static let mostAccounts = 1024
}
