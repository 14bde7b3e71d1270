import CommandLine
import FleetStore
import Prober

/// Which gateways `postern probe` asks.
struct NodeArguments {
    private static let networks = Option(
        "node-network", "CIDR", "the networks in which registered gateways are asked what they serve", isRepeated: true)
    private static let nodes = Option(
        "node", "URL", "a gateway to ask, registered or not: http://10.0.0.7:8080, https://…, …?proxy=v1",
        isRepeated: true)

    /// The options that are read here.
    static let options = [networks, nodes]

    private let access: NodeAccess

    /// Reads them.
    init(_ arguments: ParsedArguments) throws {
        access = NodeAccess(networks: try arguments.blocks(Self.networks), listed: try arguments.all(Self.nodes))
    }

    /// What asks them, over machinery that runs; `nil` when none is to be asked.
    func checks(over machinery: CheckArguments.Machinery, timeout: Duration) -> NodeChecks? {
        access.isNone
            ? nil : NodeChecks(access, engine: machinery.engine, checks: machinery.checks, timeout: timeout)
    }
}
