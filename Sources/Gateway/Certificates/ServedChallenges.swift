import DeepLinks
import FleetStore
import Platform

/// The challenges of authorities that are open, and what is answered to them; safe from any thread.
final class ServedChallenges: Sendable {
    private struct Key: Hashable {
        var host: String
        var token: String
    }

    private let open = LockedValue<[Key: ACMEChallenge]>([:])

    /// Begins without any.
    init() {}

    /// Answers these from now on, and no others.
    func replace(_ challenges: [ACMEChallenge]) {
        let next = Dictionary(
            challenges.map { (Key(host: $0.host.text, token: $0.token), $0) }, uniquingKeysWith: { $1 })
        open.withLock { $0 = next }
    }

    /// What is answered; `nil` when nobody expects the question.
    ///
    /// - Parameters:
    ///   - token: The last part of the path.
    ///   - host: The host that is asked, in its canonical text.
    ///   - now: The time.
    /// - Returns: The key authorization.
    func answer(to token: String, at host: String, now: UnixTime) -> String? {
        let challenge = open.withLock { $0[Key(host: host, token: token)] }
        guard let challenge, challenge.expires.map({ now < $0 }) ?? true else { return nil }
        return challenge.answer
    }
}
