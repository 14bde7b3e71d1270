import JSONText
package import Platform

/// A listener that accepts connections.
package struct BoundListener: Equatable, Sendable {
    /// What is answered there.
    package enum Kind: String, Sendable {
        /// Tenants' domains, without TLS.
        case http
        /// Tenants' domains over TLS.
        case https
        /// `/livez` and `/readyz`.
        case health
        /// `/metrics` and `/resolve`.
        case admin
    }

    /// What is answered there.
    package let kind: Kind

    /// The address with the port that the system chose.
    package let address: SocketAddress

    /// `listening kind=http address=127.0.0.1:40123`.
    package var line: String { "listening kind=\(kind.rawValue) address=\(address)" }
}

extension [BoundListener] {
    /// The content of the ready file, version 1.
    var json: [UInt8] {
        var writer = JSONWriter(layout: .compact)
        writer.object { writer in
            writer.member("version", 1)
            writer.name("listeners")
            writer.array { writer in
                for listener in self {
                    writer.object { writer in
                        writer.member("kind", listener.kind.rawValue)
                        writer.member("address", listener.address.description)
                    }
                }
            }
        }
        return writer.bytes + [0x0A]
    }
}
