import Platform

/// What a transfer says of the service that was asked, rather than of the host that it was asked about.
struct ServiceHealth: Equatable {
    /// Whether the service did its work; a 404 is work done, a 403 is not: it is what quotas and firewalls answer.
    let isHealthy: Bool
    /// The pause that it asks for with 429 or 503 (RFC 9110 section 10.2.3).
    let retryAfter: Duration?

    init(_ record: TransferRecord) {
        switch record.outcome {
        case .answered(let status):
            isHealthy = status != 403 && status != 429 && status < 500
            let wantsPause = status == 429 || status == 503
            retryAfter = wantsPause ? record.headers.retryAfter : nil
        case .failed(.cancelled), .failed(.blocked):
            isHealthy = true
            retryAfter = nil
        case .failed:
            isHealthy = false
            retryAfter = nil
        }
    }
}
