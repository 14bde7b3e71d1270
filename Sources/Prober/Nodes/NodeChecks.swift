package import Association
package import DeepLinks
package import FleetStore
import Platform

/// Fetches files from gateways, with the host's name in `Host` and TLS; safe from any thread.
package final class NodeChecks: NodeChecking {
    private let access: NodeAccess
    private let engine: TransferEngine
    private let handshakes: HandshakeEngine?
    private let timeout: Duration

    /// Makes checks over an engine.
    ///
    /// - Parameters:
    ///   - access: Which gateways may be asked.
    ///   - engine: Makes the transfers.
    ///   - checks: Whose handshakes serve to look at certificates; `nil` (the default) looks at none.
    ///   - timeout: How long each may take. Default 20 s.
    package init(
        _ access: NodeAccess, engine: TransferEngine, checks: DomainChecks? = nil, timeout: Duration = .seconds(20)
    ) {
        self.access = access
        self.engine = engine
        handshakes = checks?.handshakes
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

    /// Looks at the certificate that a gateway presents for a host.
    package func inspect(
        _ node: FleetNode, for host: HostName, completion: @escaping @Sendable (TLSEvidence?) -> Void
    ) {
        let address = node.url.address
        guard let handshakes, node.url.isSecure, access.policy(for: node.url).judge(address.address) == .allowed else {
            return completion(nil)
        }
        // PROXY protocol, version 1: the connection is the prober's own.
        let preface = node.url.expectsProxyHeader ? Array("PROXY UNKNOWN\r\n".utf8) : []
        handshakes.inspect(address, host: host.text, preface: preface, deadline: .now() + timeout) { inspection in
            let evidence = TLSEvidence(inspection)
            completion(evidence.chain.isEmpty ? nil : evidence)
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
