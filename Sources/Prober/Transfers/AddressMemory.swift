import Platform

/// The addresses of the few services that are asked again and again, as long as DNS says, and a minute at most.
struct AddressMemory {
    private static let longest = Duration.seconds(60)

    private var entries: [String: (addresses: [IPAddress], expiry: MonotonicTime)] = [:]

    /// The addresses of a host, as long as they hold.
    func addresses(of host: String, now: MonotonicTime) -> [IPAddress]? {
        guard let entry = entries[host], entry.expiry > now else { return nil }
        return entry.addresses
    }

    /// Keeps the addresses of a host.
    mutating func keep(_ addresses: [IPAddress], of host: String, for time: Duration, now: MonotonicTime) {
        entries[host] = (addresses, now + min(time, Self.longest))
    }
}
