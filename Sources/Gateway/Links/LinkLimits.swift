/// What a process keeps of links, and how it asks for them.
package struct LinkLimits: Sendable {
    /// The most bytes that all loops together keep of links.
    ///
    /// Default 64 MiB.
    package var cache = 64 << 20

    /// How long a loop keeps in mind that there is no such link.
    ///
    /// Default 10 s.
    package var missing = Duration.seconds(10)

    /// The most look-ups of unknown links in a second for each tenant; while they are used up, only what is kept is
    /// answered.
    ///
    /// Default 1,000.
    package var unknownLookups = 1000

    /// Makes the defaults.
    package init() {}
}
