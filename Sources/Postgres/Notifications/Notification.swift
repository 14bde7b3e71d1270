/// A NOTIFY that reached a connection which listens.
package struct Notification: Hashable, Sendable {
    /// The channel.
    package let channel: String

    /// The payload, empty where there was none; below 8,000 bytes (case 119).
    package let payload: String

    /// The process ID of the server process that sent it.
    package let sender: Int32
}
