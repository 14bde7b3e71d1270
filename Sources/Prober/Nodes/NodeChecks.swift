package import Association
package import DeepLinks
package import FleetStore
import Platform

/// Fetches files from gateways, with the host's name in `Host` and TLS; safe from any thread.
package final class NodeChecks: NodeChecking {
    private let access: NodeAccess
    private let engine: TransferEngine
    private let timeout: Duration

    /// Makes checks over an engine.
    ///
    /// - Parameters:
    ///   - access: Which gateways may be asked.
    ///   - engine: Makes the transfers.
    ///   - timeout: How long each may take. Default 20 s.
    package init(_ access: NodeAccess, engine: TransferEngine, timeout: Duration = .seconds(20)) {
        self.access = access
        self.engine = engine
        self.timeout = timeout
    }

    /// The gateways that are asked although they may not be registered.
    package var listed: [NodeURL] { access.listed }

    /// Asks a gateway for a file of a host.
    package func ask(
        _ node: FleetNode, for kind: AssociationKind, of host: HostName,
        completion: @escaping @Sendable (Observation) -> Void
    ) {
        let url = TransferURL(node.url, target: kind.wellKnownPath)
        var request = TransferRequest(
            url, service: .node, userAgent: kind == .aasa ? CheckRun.appleAgent : CheckRun.googleAgent,
            policy: access.policy(for: node.url), bodyLimit: kind.byteLimit, timeout: timeout)
        request.virtualHost = host.text
        request.sendsProxyHeader = node.url.expectsProxyHeader
        engine.fetch(request) { record in
            completion(Observation(.nodeFile(kind, node: node.name), url: url, record))
        }
    }
}

extension TransferURL {
    /// The URL of a path at a gateway.
    fileprivate init(_ node: NodeURL, target: String) {
        self.init(
            isSecure: node.isSecure, host: "\(node.address.address)", port: node.address.port, target: target)
    }
}
