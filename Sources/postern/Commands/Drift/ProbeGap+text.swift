import Prober

extension ProbeGap {
    /// What could not be learnt, in one line for people.
    var text: String {
        let count = domains == 1 ? "a domain" : "\(domains) domains"
        return "\(vantage.rawValue) could not be asked for \(count) since \(since): \(reason)"
    }
}
