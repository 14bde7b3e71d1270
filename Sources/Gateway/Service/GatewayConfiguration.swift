package import FleetStore
package import HTTPServer
package import Platform

/// What `postern serve` runs with; the options are in the article "The command line".
package struct GatewayConfiguration: Sendable {
    /// Where the fleet comes from.
    package enum Source: Sendable {
        /// A fleet file, read again when it changes.
        case file(String)
        /// A database: the connection string for look-ups, and one for listening where the first goes through a pooler.
        case database(String, direct: String)
    }

    /// How TLS is ended.
    package struct TLS: Sendable {
        /// Where tenants' domains are answered over TLS.
        package var listen: [SocketAddress]

        /// How these listeners know their clients, in the order of ``listen``.
        package var clientRules: [ClientRules]

        /// The directory of certificates; `nil` where they are in the database alone.
        package var certificates: String?

        /// The file with the secret that private keys in the database are sealed with; `nil` leaves those alone.
        package var certificateKey: String?

        /// The file with the secrets of session tickets; `nil` makes one that no other process has.
        package var ticketSecrets: String?

        /// Whether clients that can speak HTTP/2 do.
        ///
        /// Default true.
        package var offersHTTP2 = true

        /// Describes how TLS is ended.
        package init(
            listen: [SocketAddress], clientRules: [ClientRules] = [], certificates: String? = nil,
            certificateKey: String? = nil, ticketSecrets: String? = nil
        ) {
            self.listen = listen
            self.clientRules = clientRules
            self.certificates = certificates
            self.certificateKey = certificateKey
            self.ticketSecrets = ticketSecrets
        }
    }

    /// Where the fleet comes from.
    package var source: Source

    /// Where tenants' domains are answered.
    ///
    /// Default `0.0.0.0:8080`.
    package var listen: [SocketAddress]

    /// How the public listeners know their clients, in the order of ``listen``.
    ///
    /// Default: by the socket alone.
    package var clientRules: [ClientRules] = []

    /// How TLS is ended; `nil` where somebody else does.
    package var tls: TLS?

    /// Whether the plain listener sends browsers to HTTPS.
    package var redirectsToHTTPS = false

    /// Where `/livez` and `/readyz` are answered.
    ///
    /// Default `0.0.0.0:8081`.
    package var healthListen: [SocketAddress]

    /// Where `/metrics` and `/resolve` are answered.
    ///
    /// Default `127.0.0.1:9180`.
    package var adminListen: [SocketAddress]

    /// Event loops of the public listener; `nil` is one for each processor that may be used.
    package var workers: Int?

    /// Limits of the public listener.
    package var limits = ServerLimits()

    /// Deadlines of the public listener.
    package var deadlines = ServerDeadlines()

    /// What is kept of links.
    package var links = LinkLimits()

    /// After SIGTERM: how long new connections are still accepted.
    ///
    /// Default 10 s.
    package var drainDelay: Duration = .seconds(10)

    /// After the delay: how long requests may take to end.
    ///
    /// Default 30 s.
    package var drainLimit: Duration = .seconds(30)

    /// A directory that keeps the fleet for a start without the database; `nil` keeps none.
    package var stateDirectory: String?

    /// How old the last read of the fleet may be for the process to be ready; `nil` is any age.
    package var maxStaleness: Duration?

    /// A file that receives the listeners once all accept.
    package var readyFile: String?

    /// Where this process gets the sockets of the one before, and where it waits for the one after; `nil` does neither.
    package var takeover: String?

    /// The name of this gateway among others; `nil` is the machine's name with the first port.
    package var nodeName: String?

    /// Where probers can ask this gateway; `nil` when they are not to.
    ///
    /// Port 0 stands for the first port of the public listener.
    package var advertisedURL: NodeURL?

    /// The version of the program, for the list of gateways.
    package var version = "0"

    /// Which requests have a line in the log; `nil` is none.
    package var accessLog: AccessLogRules?

    /// Makes a configuration with defaults.
    package init(
        source: Source, listen: [SocketAddress], healthListen: [SocketAddress], adminListen: [SocketAddress]
    ) {
        self.source = source
        self.listen = listen
        self.healthListen = healthListen
        self.adminListen = adminListen
        // Only where the look-up thread itself does not keep its deadline of 250 ms.
        deadlines.deferredReply = .seconds(1)
    }
}
