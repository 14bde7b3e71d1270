import JSONText
import Platform

/// What `/readyz` reports of this process; safe from any thread.
final class ServiceHealth: Sendable {
    /// Where the fleet comes from.
    enum Source: String, Sendable {
        case file
        case database
    }

    /// What is known now.
    struct State: Sendable {
        /// Whether a routing table is served.
        var hasTable = false
        var isDraining = false
        /// The last change that is served; `nil` for a file.
        var cursor: Int64?
        /// When the source last said what is current.
        var lastRead: MonotonicTime?
        /// Whether the database answers; for a file, whether it was good when it was last read.
        var isSourceGood = false
        /// Whether the process is on the list of gateways.
        var isListed = false
        /// Whether what is served comes from the state that was kept on disk, because the database is away since the start.
        var isFromState = false
        /// How often the state could not be kept on disk.
        var stateFailures = 0
        /// Tenants whose association files are older than their routes.
        var staleTenants = 0
        /// Tenants that cannot be read, and are served as they were.
        var unreadableTenants = 0
    }

    let source: Source

    private let maxStaleness: Duration?
    private let state = LockedValue(State())

    /// Makes the health of a process that has no table yet.
    ///
    /// - Parameters:
    ///   - source: Where the fleet comes from.
    ///   - maxStaleness: How old the last read may be for the process to be ready; `nil` is any age.
    init(source: Source, maxStaleness: Duration?) {
        self.source = source
        self.maxStaleness = maxStaleness
    }

    func update(_ change: (inout State) -> Void) {
        state.withLock { change(&$0) }
    }

    /// The state now.
    var current: State { state.withLock { $0 } }

    /// Whether to send traffic here, and what to know.
    ///
    /// - Parameter certificates: How it stands with them; `nil` without TLS.
    /// - Returns: The report.
    func report(certificates: CertificateStatus? = nil) -> HealthReport {
        let state = current
        let age = state.lastRead.map { MonotonicTime.now() - $0 }
        var reasons: [HealthReport.Reason] = []
        if !state.hasTable { reasons.append(.starting) }
        if state.isDraining { reasons.append(.draining) }
        if state.hasTable, let maxStaleness, age.map({ $0 > maxStaleness }) ?? true { reasons.append(.stale) }
        return HealthReport(reasons: reasons, source: source, state: state, age: age, certificates: certificates)
    }
}

/// The content of `/readyz`.
struct HealthReport: Sendable {
    /// Why a process is not ready.
    enum Reason: String, Sendable {
        /// No routing table is loaded yet.
        case starting
        /// The process ends soon.
        case draining
        /// The last read of the fleet is older than allowed.
        case stale
    }

    let reasons: [Reason]
    let source: ServiceHealth.Source
    let state: ServiceHealth.State
    let age: Duration?
    let certificates: CertificateStatus?

    var isReady: Bool { reasons.isEmpty }

    /// The report as JSON, version 1, described in the operations guide; it names no tenant.
    var json: [UInt8] {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("version", 1)
            writer.member("ready", isReady)
            writer.member("reasons", reasons.map(\.rawValue))
            writer.member("source", source.rawValue)
            switch source {
            // Before the first read nothing is known of a file.
            case .file where state.lastRead == nil: break
            case .file: writer.member("file", state.isSourceGood ? "good" : "refused")
            case .database: writer.member("database", state.isSourceGood ? "connected" : "degraded")
            }
            if source == .database, state.hasTable {
                writer.member("served_from", state.isFromState ? "state_file" : "database")
            }
            if let cursor = state.cursor { writer.member("cursor", cursor) }
            if let age {
                writer.name("last_read_age_seconds")
                writer.write(Double(age.wholeNanoseconds / 1_000_000) / 1000)
            }
            writer.member("stale_tenants", state.staleTenants)
            writer.member("unreadable_tenants", state.unreadableTenants)
            if let certificates {
                writer.member("certificates", certificates.certificates)
                writer.member("refused_certificates", certificates.refused)
            }
        }
        return writer.bytes + [0x0A]
    }
}
