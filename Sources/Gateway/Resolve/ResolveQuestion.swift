package import DeepLinks
package import Platform

/// A URL, who asks for it, and when.
package struct ResolveQuestion: Sendable {
    /// The URL.
    package let url: LinkURL

    /// The host in its canonical text.
    package let host: String

    /// The fields of the request.
    package let fields: AskerFields

    /// The platform, whatever the fields say.
    package let platform: ClientPlatform?

    /// The kind of program, whatever the fields say.
    package let kind: ClientClass?

    /// When; `nil` is now.
    package let time: UnixTime?

    /// Makes a question.
    ///
    /// - Parameters:
    ///   - url: What somebody follows.
    ///   - fields: The fields of the request.
    ///   - platform: The platform, if it does not come of the fields.
    ///   - kind: The kind of program, if it does not come of the fields.
    ///   - time: When; `nil` is now.
    /// - Throws: The rule that the URL's host breaks.
    package init(
        url: LinkURL, fields: AskerFields = AskerFields(), platform: ClientPlatform? = nil, kind: ClientClass? = nil,
        time: UnixTime? = nil
    ) throws(RuleViolation) {
        self.url = url
        self.fields = fields
        self.platform = platform
        self.kind = kind
        self.time = time
        host = try url.canonicalHost()
    }

    /// Who is answered: who asks, or of those who ask for JSON an app.
    package var client: Client {
        guard fields.asksForJSON else { return asker }
        return asker.asApp(userAgent: Array((fields["User-Agent"] ?? "").utf8).span)
    }

    /// Who asks.
    package var asker: Client {
        var client = fields.client
        if let platform { client.platform = platform }
        if let kind { client.kind = kind }
        if client.kind != .inApp { client.app = nil }
        return client
    }
}

extension ResolveQuestion {
    /// The path and query by which a gateway's admin listener is asked.
    ///
    /// - Parameter json: Whether the answer is JSON or lines for people.
    /// - Returns: The request target.
    package func target(json: Bool) -> String {
        var items = [("url", url.bytes)] + fields.texts.map { ("header", Array($0.utf8)) }
        if let platform { items.append(("platform", Array(platform.text.utf8))) }
        if let kind { items.append(("client", Array(kind.text.utf8))) }
        if let time { items.append(("at", Array(time.description.utf8))) }
        items.append(("format", Array((json ? "json" : "text").utf8)))
        return "/resolve?" + items.map { "\($0)=\(PercentEncoding.encoded($1))" }.joined(separator: "&")
    }

    /// Reads the query of `/resolve`: `url` and what else is given, percent-encoded.
    init(query: [UInt8]) throws(RuleViolation) {
        var url: String?
        var fields = AskerFields()
        var platform: ClientPlatform?
        var kind: ClientClass?
        var time: UnixTime?
        for item in query.split(separator: UInt8(ascii: "&")) {
            let parts = item.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            let value = try Self.decoded(parts.count > 1 ? parts[1] : [])
            switch String(decoding: parts[0], as: UTF8.self) {
            case "url": url = value
            case "header": try fields.add(value)
            case "platform": platform = try Self.choice("platform", value, ClientPlatform.allCases, \.text)
            case "client": kind = try Self.choice("client", value, ClientClass.allCases, \.text)
            case "at":
                guard let instant = UnixTime(rfc3339: value) else {
                    throw RuleViolation("at is a time of RFC 3339 with an offset: 2027-06-01T00:00:00Z")
                }
                time = instant
            case "format": continue
            default: throw RuleViolation("the query items are url, header, platform, client, at and format")
            }
        }
        guard let url else { throw RuleViolation("url is missing: /resolve?url=https%3A%2F%2Fgo.acme.example%2Fp%2F1") }
        try self.init(url: LinkURL(url), fields: fields, platform: platform, kind: kind, time: time)
    }

    private static func choice<Value>(
        _ name: String, _ text: String, _ values: [Value], _ path: KeyPath<Value, String>
    ) throws(RuleViolation) -> Value {
        guard let value = values.first(where: { $0[keyPath: path] == text }) else {
            throw RuleViolation(
                "\(name) is one of " + values.map { $0[keyPath: path] }.joined(separator: ", "))
        }
        return value
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
