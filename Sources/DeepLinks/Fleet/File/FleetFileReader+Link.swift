import JSONText

extension FleetFileReader {
    private enum LinkKey: String, CaseIterable { case url, route, to, expires }

    mutating func link(_ element: JSONElement) -> LinkEntry? {
        guard let object = object(element, LinkKey.self) else { return nil }
        let url = required(object, .url).flatMap { string($0) }
        let route = object.optional(.route).flatMap { checked($0) as RouteName? }
        let destination = required(object, .to).flatMap { parsed($0, LinkDestination.init) }
        let expires = time(object.optional(.expires))
        guard let url, let destination else { return nil }
        return LinkEntry(url: url, route: route, destination: destination, expires: expires)
    }
}
