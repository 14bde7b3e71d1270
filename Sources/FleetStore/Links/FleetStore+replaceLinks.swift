import DeepLinks
import Postgres

extension FleetStore {
    /// Makes these links all that a tenant has; the rows that are the same stay.
    func replaceLinks(_ links: [Link], _ id: Int32) throws(PostgresError) {
        let columns = LinkColumns(links)
        try connection.execute(.deleteOtherLinks, [.int32(id)] + columns.keys, within: .seconds(600))
        try connection.execute(.writeLinks, [.int32(id)] + columns.keys + columns.values, within: .seconds(600))
    }
}

/// Links as columns, one parameter each.
struct LinkColumns {
    var keys: [Value]
    var values: [Value]

    init(_ links: [Link]) {
        self.init(keys: links.map(\.key))
        values = [
            texts(links.map(\.destination.kind)),
            texts(links.map(\.destination.text)),
            .times(links.map(\.life.starts)),
            .times(links.map(\.life.expires)),
            .texts(links.map { $0.afterwards?.text }),
            .bools(links.map(\.life.isPaused)),
            .bools(links.map(\.life.isBlocked)),
            .texts(links.map { $0.details.storedPlatforms?.joined(separator: "\n") }),
            .texts(links.map { $0.details.preview?.title }),
            .texts(links.map { $0.details.preview?.description }),
            .texts(links.map { $0.details.preview?.image?.text }),
            .texts(links.map(\.details.note)),
            .texts(links.map { $0.details.storedTags?.joined(separator: "\n") }),
        ]
    }

    init(keys: [LinkKey]) {
        self.keys = [
            texts(keys.map(\.domain.text)), texts(keys.map(\.route.text)), texts(keys.map(\.slug)),
        ]
        values = []
    }
}

extension Link {
    /// What it says of itself as values of a row, in the order of ``LinkRow/valueTypes``.
    var values: [Value] {
        [
            .text(destination.kind), .text(destination.text), .time(life.starts), .time(life.expires),
            .text(afterwards?.text), .bool(life.isPaused), .bool(life.isBlocked), .texts(details.storedPlatforms),
            .text(details.preview?.title), .text(details.preview?.description), .text(details.preview?.image?.text),
            .text(details.note), .texts(details.storedTags),
        ]
    }
}

extension LinkDestination {
    /// The kind by which a row tells URLs from paths.
    fileprivate var kind: String {
        switch self {
        case .url: "url"
        case .path: "path"
        case .app: "app"
        }
    }
}
