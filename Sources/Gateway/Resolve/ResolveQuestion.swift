package import DeepLinks

/// A URL and who asks for it.
package struct ResolveQuestion: Sendable {
    /// The URL.
    package let url: LinkURL

    /// Who asks.
    package let client: Client

    /// The host in its canonical text.
    package let host: String

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - url: What somebody follows.
    ///   - client: Who asks.
    /// - Throws: The rule that the URL's host breaks.
    package init(url: LinkURL, client: Client = Client()) throws(RuleViolation) {
        self.url = url
        self.client = client
        host = try url.canonicalHost()
    }
}

extension ResolveQuestion {
    /// Reads the query of `/resolve`: `url`, percent-encoded, and where they matter `platform` and `client`.
    init(query: [UInt8]) throws(RuleViolation) {
        var url: String?
        var client = Client()
        for item in query.split(separator: UInt8(ascii: "&")) {
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = try Self.decoded(parts.count > 1 ? parts[1] : [])
            switch String(decoding: parts[0], as: UTF8.self) {
            case "url": url = value
            case "platform":
                guard let platform = ClientPlatform(value) else {
                    throw RuleViolation(
                        "platform is one of " + ClientPlatform.allCases.map(\.text).joined(separator: ", "))
                }
                client.platform = platform
            case "client":
                guard let kind = ClientClass(value) else {
                    throw RuleViolation("client is one of " + ClientClass.allCases.map(\.text).joined(separator: ", "))
                }
                client.kind = kind
            case "format": continue
            default: throw RuleViolation("the query items are url, platform, client and format")
            }
        }
        guard let url else { throw RuleViolation("url is missing: /resolve?url=https%3A%2F%2Fgo.acme.example%2Fp%2F1") }
        try self.init(url: LinkURL(url), client: client)
    }

    private static func decoded(_ text: ArraySlice<UInt8>) throws(RuleViolation) -> String {
        var bytes: [UInt8] = []
        var index = text.startIndex
        while index < text.endIndex {
            guard text[index] == UInt8(ascii: "%") else {
                bytes.append(text[index])
                index += 1
                continue
            }
            guard index + 2 < text.endIndex,
                let byte = UInt8(String(decoding: text[(index + 1)...(index + 2)], as: UTF8.self), radix: 16)
            else { throw RuleViolation("a value is percent-encoded", at: index) }
            bytes.append(byte)
            index += 3
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            throw RuleViolation("a value is UTF-8")
        }
        return text
    }
}
