import HTTPServer
package import Platform
package import Telemetry

/// The health and admin listeners of a process that answers no links.
package struct OperatorListeners: Sendable {
    private let health: HTTPServer
    private let admin: HTTPServer

    /// Binds the listeners; nothing is answered yet.
    ///
    /// - Parameters:
    ///   - health: Where `/livez` and `/readyz` are answered.
    ///   - admin: Where `/metrics` is answered.
    ///   - metrics: What `/metrics` shows.
    ///   - readiness: What `/readyz` says; called on the health listener's thread.
    /// - Throws: ``GatewayError`` when an address cannot be bound.
    package init(
        health: [SocketAddress], admin: [SocketAddress], metrics: MetricRegistry,
        readiness: @escaping @Sendable () -> ReadinessAnswer
    ) throws(GatewayError) {
        let budget = DescriptorBudget(openFiles: OpenFiles.raiseLimit(), loops: 0, wanted: 0)
        self.health = try GatewayParts.bind(GatewayParts.internalServer("health", health, budget)) { _ in
            HealthHandler(readiness)
        }
        self.admin = try GatewayParts.bind(GatewayParts.internalServer("admin", admin, budget)) { _ in
            MetricsHandler(metrics)
        }
    }

    /// Starts to answer.
    ///
    /// - Returns: The listeners, with the ports that the system chose.
    /// - Throws: ``GatewayError`` when the system has no thread left.
    package func start() throws(GatewayError) -> [BoundListener] {
        try GatewayError.wrapping(.internalFault) { () throws(SystemError) in
            try health.start()
            try admin.start()
        }
        return health.boundAddresses.map { BoundListener(kind: .health, address: $0) }
            + admin.boundAddresses.map { BoundListener(kind: .admin, address: $0) }
    }

    /// Closes the listeners and waits for their threads; to be called once, after ``start()``.
    package func stop() {
        for server in [admin, health] {
            server.beginDrain(delay: .zero, limit: .zero)
            server.wait()
        }
    }
}
