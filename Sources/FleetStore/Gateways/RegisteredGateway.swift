package import Platform
package import Postgres

/// A gateway that has registered itself and was there within the last day.
package struct RegisteredGateway: Equatable, Sendable {
    /// Whether a gateway gives signs of life.
    package enum State: String, Equatable, Sendable {
        /// It was there within the last 10 s.
        case live
        /// It was not: it was killed, or cannot reach the database.
        case silent
    }

    /// What the process is known by; another one after every start.
    package var token: UUIDText

    /// Its name.
    package var name: String

    /// The version of its program.
    package var version: String

    /// Where it can be asked; `nil` when it is not to be probed, or the text is none that is allowed.
    package var url: NodeURL?

    /// The number of the last change that it serves.
    package var cursor: Int64

    /// How many numbers the fleet is further; 0 for one that serves all.
    package var lag: Int64

    /// When it was started, by the clock of the database.
    package var started: UnixTime

    /// When it was last there, by the clock of the database.
    package var seen: UnixTime

    /// Whether it gives signs of life.
    package var state: State

    /// The role of the database that registered it.
    package var registeredBy: String
}
