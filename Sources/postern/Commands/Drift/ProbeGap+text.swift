import Prober

extension ProbeGap {
    /// What could not be learnt, in one line for people.
    var text: String {
        let count = domains == 1 ? "a domain" : "\(domains) domains"
        return "\(vantage.rawValue) told nothing of \(count) since \(since): \(reason)"
    }
}
