import Platform

/// The keys that tickets are sealed and opened with now; safe from any thread.
///
/// Keys change every 12 hours by the clock, so that a fleet changes them together without a word; a ticket is opened for
/// one period more, and one of a process whose clock is ahead as well.
final class TicketKeyRing: Sendable {
    /// How long a key seals, in seconds.
    static let period: Int64 = 12 * 3600

    private struct State {
        var secrets: TicketSecrets
        var period: Int64 = .min
        var sealing: TicketKey?
        var opening: [TicketKey] = []
    }

    private let state: LockedValue<State>
    private let time: @Sendable () -> UnixTime

    init(_ secrets: TicketSecrets, time: @escaping @Sendable () -> UnixTime = { .recent() }) {
        state = LockedValue(State(secrets: secrets))
        self.time = time
    }

    /// Takes other secrets.
    func replace(_ secrets: TicketSecrets) {
        state.withLock { $0 = State(secrets: secrets) }
    }

    /// The key that seals; `nil` when OpenSSL fails, and then no ticket is given.
    func sealingKey() -> TicketKey? {
        let period = currentPeriod
        return state.withLock { state in
            Self.derive(&state, period)
            return state.sealing
        }
    }

    /// The key with a name, and whether it is the one that seals.
    func openingKey(named name: [UInt8]) -> (key: TicketKey, isCurrent: Bool)? {
        let period = currentPeriod
        return state.withLock { state in
            Self.derive(&state, period)
            guard let key = state.opening.first(where: { $0.name == name }) else { return nil }
            return (key, key.name == state.sealing?.name)
        }
    }

    private var currentPeriod: Int64 { time().microseconds / 1_000_000 / Self.period }

    private static func derive(_ state: inout State, _ period: Int64) {
        guard state.period != period || state.sealing == nil else { return }
        do throws(CryptographyError) {
            var keys: [TicketKey] = []
            for secret in state.secrets.secrets {
                for period in [period, period - 1, period + 1] {
                    keys.append(try TicketKey(secret: secret, period: period))
                }
            }
            state.opening = keys
            state.sealing = keys.first
            state.period = period
        } catch {
            state.opening = []
            state.sealing = nil
        }
    }
}
