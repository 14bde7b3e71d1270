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

    /// Reads what is kept.
    ///
    /// - Returns: The fleet, and when it was the current one for the last time, by the machine's clock; `nil` when none is
    ///   kept.
    /// - Throws: ``GatewayError`` when it cannot be used; nothing of it is.
    func read() throws(GatewayError) -> (fleet: KeptFleet, current: UnixTime)? {
        do {
            let current = try File.modified(file)
            return (try StateImage.read(FileImage(reading: file, limit: Self.limit)), current)
        } catch let error as SystemError where error.isMissingFile {
            return nil
        } catch {
            throw GatewayError(.refused, "\(file): \(error)")
        }
    }

    /// Keeps a fleet and what is served of it, in one step.
    ///
    /// - Throws: ``GatewayError``; what was kept before stays.
    func write(
        _ state: FleetState, _ table: RoutingTable, _ numbers: RecordNumbers.Lists
    ) throws(GatewayError) {
        do {
            try StateImage.write(state, table, numbers, to: file)
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
    var isMissingFile: Bool { errno == 2 }
}
