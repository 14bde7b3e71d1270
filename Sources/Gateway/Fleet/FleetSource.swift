import DeepLinks
import Telemetry

/// Where a gateway's fleet comes from; confined to the control thread.
final class FleetSource {
    /// Where links are looked up.
    let links: any LinkSource

    private var file: FleetFileSource

    init(_ source: GatewayConfiguration.Source, fleet: ServedFleet, health: ServiceHealth, log: Log) {
        let path: String
        switch source {
        case .file(let name): path = name
        case .database: path = ""
        }
        let links = FleetLinks()
        self.links = links
        file = FleetFileSource(path: path, fleet: fleet, links: links, health: health, log: log)
    }

    /// Begins to load the fleet; a file is loaded when this returns.
    func start() throws(GatewayError) { try file.load() }

    /// Looks for changes; called a few times a second.
    func tick() { file.reloadIfChanged() }

    /// Reads everything again.
    func reload() { file.reload() }

    /// Ends what was started.
    func stop() {}
}
