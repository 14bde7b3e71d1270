extension Judgement {
    /// What to do about it, in a clause without a full stop.
    ///
    /// - Parameter vantage: Where it is seen.
    /// - Returns: The advice; `nil` where it heals by itself, or all is well.
    package func advice(at vantage: Vantage) -> String? {
        switch (vantage, verdict) {
        case (_, .inSync), (_, .proberBroken): nil
        case (.node, .nodeBehind):
            "see the gateway's log and 'postern gateways': it does not follow the database; restart it, or take it out of"
                + " the balancer"
        case (.node, .nodeDivergent):
            "take the gateway out of the balancer and restart it; does its version in 'postern gateways' differ?"
        case (.node, .blocked): "add the gateway's network to --node-network, or correct what it advertises"
        case (.node, .unreachable), (.node, .failing):
            "see whether the prober reaches the gateway at the URL of --advertise, in TLS by the domain's name"
        case (.appleCDN, _) where fresh?.finding.isEmpty == true && healing != nil: nil
        case (.origin, .blocked): "publish public addresses alone, or allow the private ones with --allow-address"
        case (.origin, .filtered):
            "exempt /.well-known/ from bot protection and geographic rules, for every user agent"
        case (.origin, .stale), (.origin, .foreign):
            "see where the name leads, and what keeps copies before the gateways: no cache may outlive a publication"
        case _ where !remedy.isEmpty: remedy
        case (.appleCDN, _) where fresh?.finding.isEmpty == false:
            "serve Apple the same file as everybody: look for geographic and bot rules, and for addresses that differ"
        case (.appleCDN, _), (.googleDAL, _): nil
        default: "'postern doctor' with the host says what is wrong and what to do"
        }
    }
}
