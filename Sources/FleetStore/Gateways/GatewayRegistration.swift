/// What a gateway says of itself to the others.
package struct GatewayRegistration: Equatable, Sendable {
    /// Its name among the gateways, 1 to 255 bytes.
    package var name: String

    /// The version of its program.
    package var version: String

    /// Where it can be asked; `nil` when it is not to be probed.
    package var url: NodeURL?

    /// Makes a registration.
    package init(name: String, version: String, url: NodeURL? = nil) {
        self.name = name
        self.version = version
        self.url = url
    }
}
