import JSONText

extension FleetFileReader {
    private enum LinkKey: String, CaseIterable { case url, route, to, starts, expires, afterwards, paused, blocked }

    mutating func link(_ element: JSONElement) -> LinkEntry? {
        guard let object = object(element, LinkKey.self) else { return nil }
        let url = required(object, .url).flatMap { string($0) }
        let route = object.optional(.route).flatMap { checked($0) as RouteName? }
        let destination = required(object, .to).flatMap { parsed($0, LinkDestination.init) }
        let life = LinkLife(
            starts: time(object.optional(.starts)), expires: time(object.optional(.expires)),
            isPaused: bool(object.optional(.paused)) ?? false, isBlocked: bool(object.optional(.blocked)) ?? false)
        let afterwards = object.optional(.afterwards).flatMap { parsed($0, WebURL.init) }
        guard let url, let destination else { return nil }
        return LinkEntry(url: url, route: route, destination: destination, life: life, afterwards: afterwards)
    }
}
