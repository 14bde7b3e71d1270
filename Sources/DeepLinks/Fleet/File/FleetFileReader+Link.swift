import JSONText

extension FleetFileReader {
    private enum LinkKey: String, CaseIterable {
        case url, route, to, starts, expires, afterwards, paused, blocked, platforms, preview, note, tags
    }

    mutating func link(_ element: JSONElement) -> LinkEntry? {
        guard let object = object(element, LinkKey.self) else { return nil }
        let url = required(object, .url).flatMap { string($0) }
        let route = object.optional(.route).flatMap { checked($0) as RouteName? }
        let destination = required(object, .to).flatMap { parsed($0, LinkDestination.init) }
        let life = LinkLife(
            starts: time(object.optional(.starts)), expires: time(object.optional(.expires)),
            isPaused: bool(object.optional(.paused)) ?? false, isBlocked: bool(object.optional(.blocked)) ?? false)
        let afterwards = object.optional(.afterwards).flatMap { parsed($0, WebURL.init) }
        let details = LinkDetails(
            platforms: object.optional(.platforms).flatMap { places($0) } ?? [:],
            preview: object.optional(.preview).flatMap { preview($0) }, note: string(object.optional(.note)),
            tags: object.optional(.tags).flatMap { list($0, called: "tag", name: { $0 }, { $0.string($1) }) } ?? [])
        guard let url, let destination else { return nil }
        return LinkEntry(
            url: url, route: route, destination: destination, life: life, afterwards: afterwards, details: details)
    }

    private enum PlaceKey: String, CaseIterable {
        case ios, ipados, macOrIPad, android, macos, windows, linux, other
    }

    /// A link's own destinations by platform.
    private mutating func places(_ element: JSONElement) -> [ClientPlatform: LinkDestination]? {
        guard let object = object(element, PlaceKey.self) else { return nil }
        var places: [ClientPlatform: LinkDestination] = [:]
        for key in PlaceKey.allCases {
            guard let platform = ClientPlatform(key: key.rawValue) else { continue }
            places[platform] = parsed(object.optional(key), LinkDestination.init)
        }
        return places
    }
}
