package import Platform

/// Whom a resolver asks, and how patiently.
package struct ResolverConfiguration: Sendable {
    /// The name servers in the order in which they are asked; empty (the default) takes those of `/etc/resolv.conf`,
    /// which is read again for each look-up.
    package var servers: [SocketAddress]

    /// How long the first attempt at a server waits for an answer; each round over all servers doubles it.
    ///
    /// Default 1 s.
    package var attemptTimeout: Duration

    /// How often each server is asked before a look-up gives up, 1 or more; its deadline may end it earlier.
    ///
    /// Default 4.
    package var attempts: Int

    /// Look-ups under way at once, 1 or more; further ones wait, within their deadlines.
    ///
    /// Default 256.
    package var concurrency: Int

    /// Look-ups that may wait; further ones fail as ``ResolutionError/overloaded``.
    ///
    /// Default 16,384.
    package var waitingLimit: Int

    /// Makes a configuration.
    package init(
        servers: [SocketAddress] = [],
        attemptTimeout: Duration = .seconds(1),
        attempts: Int = 4,
        concurrency: Int = 256,
        waitingLimit: Int = 16_384
    ) {
        self.servers = servers
        self.attemptTimeout = attemptTimeout
        self.attempts = max(attempts, 1)
        self.concurrency = max(concurrency, 1)
        self.waitingLimit = waitingLimit
    }
}
