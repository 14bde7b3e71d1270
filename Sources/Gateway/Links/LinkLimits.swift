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

    /// The most look-ups of unknown links in a second for each tenant; while they are used up, what is not kept is looked
    /// up with patience.
    ///
    /// Default 1,000.
    package var unknownLookups = 1000

    /// The most patient look-ups under way for each tenant, of all loops; beyond, what is not kept is unavailable.
    ///
    /// Default 256.
    package var patientLookups = 256

    /// Makes the defaults.
    package init() {}
}
