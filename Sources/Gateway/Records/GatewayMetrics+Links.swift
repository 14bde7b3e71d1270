import Telemetry

extension GatewayMetrics {
    /// Declares what is known of links.
    static func declare(_ layout: inout MetricLayout, links: ServedLinks) {
        func counter(_ name: String, _ help: String, _ count: LinkCount) {
            layout.counter(name, help) { UInt64(clamping: links[count]) }
        }
        counter("postern_link_cache_hits_total", "Requests answered by a link that was kept.", .hits)
        counter(
            "postern_link_cache_unknown_hits_total", "Requests for a link known not to be there.", .missingHits)
        counter("postern_link_cache_evictions_total", "Links lost for want of room in the cache.", .evictions)
        layout.gauge("postern_link_cache_links", "Links that are kept, those that are not there too.") {
            Double(links[.links])
        }
        counter("postern_link_lookups_total", "Look-ups of links begun.", .lookups)
        counter("postern_link_lookups_joined_total", "Requests that joined a look-up under way.", .joined)
        counter(
            "postern_link_lookups_patient_total",
            "Look-ups begun with patience because their tenant had too many of unknown links.", .patient)
        counter(
            "postern_link_lookups_refused_total",
            "Requests answered 503 because their tenant had too many patient look-ups under way.", .refused)
        counter("postern_link_lookups_found_total", "Look-ups that found their link.", .found)
        counter("postern_link_lookups_unknown_total", "Look-ups of links that are not there.", .unknown)
        counter("postern_link_lookups_unavailable_total", "Look-ups without an answer in time.", .unavailable)
        counter(
            "postern_link_lookups_outdated_total", "Answers not kept, for links changed while they were looked up.",
            .outdated)
    }
}
