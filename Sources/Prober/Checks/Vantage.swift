/// Where an observation was made.
package enum Vantage: String, Sendable, CaseIterable {
    /// The host's own server, at the addresses that public DNS gives.
    case origin
    /// One gateway of the fleet.
    case node
    /// Apple's content delivery network, which devices ask.
    case appleCDN = "apple-cdn"
    /// Google's Digital Asset Links API.
    case googleDAL = "google-dal"
}
