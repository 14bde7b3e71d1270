import CommandLine
import HTTPServer
import Platform

/// Where tenants' domains are answered, and how the listeners learn who their clients are.
struct ListenArguments {
    private static let listen = Option(
        "listen", "ADDR:PORT",
        "where the tenants' domains are answered; 0.0.0.0:8080 by default; behind a balancer with ,proxy or"
            + " ,x-forwarded-for or ,forwarded after it",
        isRepeated: true)
    private static let tlsListen = Option(
        "tls-listen", "ADDR:PORT",
        "where the tenants' domains are answered over TLS; nowhere by default; with the same words after it",
        isRepeated: true)
    private static let proxyPeer = Option(
        "proxy-peer", "CIDR", "who may connect to listeners with ,proxy", isRepeated: true)
    private static let trustedProxy = Option(
        "trusted-proxy", "CIDR", "whose word is taken on listeners with ,x-forwarded-for or ,forwarded",
        isRepeated: true)

    /// The options that are read here.
    static let options = [listen, tlsListen, proxyPeer, trustedProxy]

    private static let rule =
        "an IP address and a port, then ,proxy and one of ,x-forwarded-for and ,forwarded where wanted:"
        + " 0.0.0.0:8080, [::1]:8080,proxy"

    /// The addresses without TLS.
    let addresses: [SocketAddress]

    /// How clients are known, for each address.
    let rules: [ClientRules]

    /// The addresses for TLS.
    let tlsAddresses: [SocketAddress]

    /// How clients are known, for each address for TLS.
    let tlsRules: [ClientRules]

    /// Reads them.
    init(_ arguments: ParsedArguments) throws {
        let peers = try arguments.blocks(Self.proxyPeer)
        let trusted = try arguments.blocks(Self.trustedProxy)
        func read(_ option: Option, _ texts: [String]) throws -> [(address: SocketAddress, rules: ClientRules)] {
            try texts.map { text in
                guard let listener = Self.read(text, peers, trusted) else {
                    throw UsageError(
                        .invalidValue(of: option.spelling, value: text, rule: Self.rule), command: arguments.spec.name)
                }
                return listener
            }
        }
        let texts = arguments.texts(Self.listen)
        let plain = try read(Self.listen, texts.isEmpty ? ["0.0.0.0:8080"] : texts)
        let secure = try read(Self.tlsListen, arguments.texts(Self.tlsListen))
        addresses = plain.map(\.address)
        rules = plain.map(\.rules)
        tlsAddresses = secure.map(\.address)
        tlsRules = secure.map(\.rules)
        let all = rules + tlsRules
        try Self.check(
            peers, isUsed: all.contains { $0.proxyPeers != nil }, arguments,
            "a listener with ,proxy and --proxy-peer need each other")
        try Self.check(
            trusted, isUsed: all.contains { $0.field != nil }, arguments,
            "a listener with ,x-forwarded-for or ,forwarded and --trusted-proxy need each other")
    }

    /// Reads an address and the words behind it.
    private static func read(
        _ text: String, _ peers: [AddressBlock], _ trusted: [AddressBlock]
    ) -> (address: SocketAddress, rules: ClientRules)? {
        var words = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
        guard let address = SocketAddress(words.removeFirst()) else { return nil }
        var rules = ClientRules()
        for word in words {
            if word == "proxy", rules.proxyPeers == nil {
                rules.proxyPeers = peers
            } else if let field = ClientRules.ForwardedField(rawValue: word), rules.field == nil {
                rules.field = field
                rules.trusted = trusted
            } else {
                return nil
            }
        }
        return (address, rules)
    }

    private static func check(
        _ blocks: [AddressBlock], isUsed: Bool, _ arguments: ParsedArguments, _ sentence: String
    ) throws {
        guard blocks.isEmpty != isUsed else { throw arguments.combination(sentence) }
    }
}
