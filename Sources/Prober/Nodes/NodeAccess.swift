package import FleetStore
package import Platform

/// Which gateways a prober may ask.
///
/// Whoever can write to the database can list a gateway anywhere; what is dialled is the operator's word alone.
package struct NodeAccess: Hashable, Sendable {
    /// The networks that gateways may be in (`--node-network`).
    package var networks: [AddressBlock]

    /// Gateways that are asked whether or not they are registered, wherever they are (`--node`).
    package var listed: [NodeURL]

    /// Makes an access; with neither networks nor gateways no gateway is asked.
    package init(networks: [AddressBlock] = [], listed: [NodeURL] = []) {
        self.networks = networks
        self.listed = listed
    }

    /// Whether no gateway is asked at all.
    package var isNone: Bool { networks.isEmpty && listed.isEmpty }

    /// The addresses that may be connected to for a gateway: public ones are not among them by themselves.
    package func policy(for url: NodeURL) -> AddressPolicy {
        guard listed.contains(url), let block = AddressBlock("\(url.address.address)") else {
            return AddressPolicy(only: networks)
        }
        return AddressPolicy(only: [block])
    }
}
