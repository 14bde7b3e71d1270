import CommandLine
import HTTPServer
import Platform
import Testing

@testable import postern

/// `--listen` with what stands behind the address.
@Suite struct ListenArgumentsTests {
    private func read(_ words: [String]) throws -> ListenArguments {
        let arguments = try Program.postern.parse(["serve", "--fleet", "f"] + words)
        guard case .command(let arguments) = arguments else {
            throw UsageError(.combination("no command"), command: "")
        }
        return try ListenArguments(arguments)
    }

    @Test func `without words a listener believes nobody`() throws {
        #expect(try read([]).addresses.map(\.description) == ["0.0.0.0:8080"])
        #expect(try read(["--listen", "[::1]:80", "--listen", "10.0.0.7:0"]).rules == [ClientRules(), ClientRules()])
    }

    @Test func `each listener has its words`() throws {
        let read = try read([
            "--listen", "10.0.0.7:80,proxy", "--listen", "10.0.0.7:81,x-forwarded-for", "--listen", "10.0.0.7:82",
            "--listen", "10.0.0.7:83,forwarded,proxy", "--proxy-peer", "10.0.0.0/28", "--trusted-proxy", "10.1.0.0/16",
            "--trusted-proxy", "2001:db8::/32",
        ])
        let peers = ["10.0.0.0/28"].compactMap { AddressBlock($0) }
        let trusted = ["10.1.0.0/16", "2001:db8::/32"].compactMap { AddressBlock($0) }
        #expect(read.addresses.map(\.port) == [80, 81, 82, 83])
        #expect(read.tlsAddresses.isEmpty)
        #expect(
            read.rules == [
                ClientRules(proxyPeers: peers), ClientRules(field: .xForwardedFor, trusted: trusted), ClientRules(),
                ClientRules(proxyPeers: peers, field: .forwarded, trusted: trusted),
            ])
    }

    @Test func `listeners for TLS have the same words`() throws {
        let read = try read(["--tls-listen", "[::1]:443,proxy", "--tls-listen", "[::1]:444", "--proxy-peer", "::1"])
        let peers = ["::1"].compactMap { AddressBlock($0) }
        #expect(read.tlsAddresses.map(\.port) == [443, 444])
        #expect(read.tlsRules == [ClientRules(proxyPeers: peers), ClientRules()])
        #expect(read.rules == [ClientRules()])
    }

    @Test(arguments: [
        ["--listen", "10.0.0.7:80,proxy"], ["--listen", "10.0.0.7:80", "--proxy-peer", "10.0.0.0/28"],
        ["--listen", "10.0.0.7:80,forwarded"], ["--trusted-proxy", "10.0.0.0/28"],
        ["--listen", "10.0.0.7:80,x-forwarded-for", "--proxy-peer", "10.0.0.0/28"],
        ["--listen", "10.0.0.7:80,forwarded,x-forwarded-for", "--trusted-proxy", "10.0.0.0/28"],
        ["--listen", "10.0.0.7:80,proxy,proxy", "--proxy-peer", "10.0.0.0/28"],
        ["--listen", "10.0.0.7:80,", "--proxy-peer", "10.0.0.0/28"], ["--listen", "10.0.0.7:80,Proxy"],
        ["--listen", ",proxy", "--proxy-peer", "10.0.0.0/28"],
    ])
    func `what makes no sense is refused`(words: [String]) {
        #expect(throws: UsageError.self) { try read(words) }
    }
}
