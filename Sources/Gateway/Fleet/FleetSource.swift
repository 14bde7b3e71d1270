import FleetStore

/// Where a gateway's fleet comes from; confined to the control thread.
protocol FleetSource: AnyObject {
    /// Where links are looked up.
    var links: any LinkSource { get }

    /// Says what to list the process as where the source lists gateways; to be called before ``start()``.
    func register(as registration: GatewayRegistration)

    /// Begins to load the fleet; ``ServiceHealth`` tells when it is served.
    ///
    /// - Throws: ``GatewayError`` when it cannot be had at all.
    func start() throws(GatewayError)

    /// Looks after itself; called a few times a second.
    func tick()

    /// Reads everything again, as SIGHUP asks.
    func reload()

    /// Ends what was started.
    func stop()
}

extension FleetSource {
    /// Nothing: a file lists no gateways.
    func register(as registration: GatewayRegistration) {}
}
