import FleetStore
import Platform

/// Where a gateway keeps the fleet as it knew it last, for a start without the database.
struct StateDirectory: Sendable {
    /// The longest file that is read: more than any fleet that the memory holds.
    private static let limit = 4 << 30

    /// The directory.
    let path: String

    /// The file in it.
    var file: String { "\(path)/fleet.state" }

    /// Makes the directory if it is not there; only the own user may look into one that is made.
    ///
    /// - Throws: ``SystemError``.
    init(_ path: String) throws(SystemError) {
        self.path = path
        try Directory.create(path, mode: 0o700)
    }

    /// What is kept.
    struct Kept {
        /// The fleet.
        var state: FleetState
        /// When it was the current one for the last time, by the machine's clock.
        var current: UnixTime
    }

    /// Reads what is kept.
    ///
    /// - Returns: `nil` when nothing is.
    /// - Throws: ``GatewayError`` when it cannot be used; nothing of it is.
    func read() throws(GatewayError) -> Kept? {
        do {
            let current = try File.modified(file)
            let bytes = try File.readRegular(file, limit: Self.limit)
            return Kept(state: try FleetState(decoding: bytes), current: current)
        } catch let error as SystemError where error.isMissingFile {
            return nil
        } catch {
            throw GatewayError(.refused, "\(file): \(error)")
        }
    }

    /// Keeps a state, in one step.
    ///
    /// - Throws: ``GatewayError``; what was kept before stays.
    func write(_ state: FleetState) throws(GatewayError) {
        do {
            try File.replace(file, with: try state.encoded(), mode: 0o600)
        } catch {
            throw GatewayError(.unavailable, "\(error)")
        }
    }

    /// Says that what is kept is still current.
    func confirm() {
        // A file that is not there yet is written with the next change.
        try? File.touch(file)
    }
}

extension SystemError {
    /// Whether there is no such file: `ENOENT`.
    fileprivate var isMissingFile: Bool { errno == 2 }
}
