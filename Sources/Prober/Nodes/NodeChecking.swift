package import Association
package import DeepLinks
package import FleetStore

/// What asks gateways for files; safe from any thread.
package protocol NodeChecking: Sendable {
    /// The gateways that are asked although they may not be registered.
    var listed: [NodeURL] { get }

    /// Asks a gateway for a file of a host.
    ///
    /// - Parameters:
    ///   - node: The gateway.
    ///   - kind: The file.
    ///   - host: The host.
    ///   - completion: Is called once, on a thread of the service, with what was seen; it must be short.
    func ask(
        _ node: FleetNode, for kind: AssociationKind, of host: HostName,
        completion: @escaping @Sendable (Observation) -> Void)

    /// Looks at the certificate that a gateway presents for a host.
    ///
    /// - Parameters:
    ///   - node: The gateway.
    ///   - host: The host.
    ///   - completion: Is called once, with what was seen, or `nil` where there is no TLS or nobody was reached.
    func inspect(_ node: FleetNode, for host: HostName, completion: @escaping @Sendable (TLSEvidence?) -> Void)
}

extension NodeChecking {
    /// Sees nothing.
    package func inspect(
        _ node: FleetNode, for host: HostName, completion: @escaping @Sendable (TLSEvidence?) -> Void
    ) {
        completion(nil)
    }
}
