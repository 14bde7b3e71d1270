import Platform
import Testing

/// From where this machine would send.
@Suite struct SocketRoutingTests {
    @Test func `the way to this machine begins at itself`() throws {
        let own = try #require(IPAddress("127.0.0.1"))
        #expect(Socket.source(toward: own) == own)
    }

    @Test func `no way leads to a whole network`() throws {
        #expect(Socket.source(toward: try #require(IPAddress("255.255.255.255"))) == nil)
    }
}
