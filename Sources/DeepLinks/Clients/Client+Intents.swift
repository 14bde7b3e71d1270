extension Client {
    /// Whether a browser is one of those that are known to open `intent:` URLs: Chrome on Android and what is made of
    /// it and says no more than that, Edge, Opera and Samsung's (case 80).
    ///
    /// Firefox, DuckDuckGo's browser and web views are not. Reads the products of the field (RFC 9110 section 10.1.5).
    ///
    /// - Parameter userAgent: The value of `User-Agent`.
    /// - Returns: Whether it is one of them.
    package func handlesIntents(userAgent: Span<UInt8>) -> Bool {
        guard platform == .android, kind == .browser else { return false }
        var text: [UInt8] = []
        for index in userAgent.indices { text.append(userAgent[index]) }
        var hasChrome = false
        var depth = 0
        var product: [UInt8] = []
        for byte in text + [0x20] {
            switch byte {
            case UInt8(ascii: "("): depth += 1
            case UInt8(ascii: ")"): depth -= 1
            case 0x20 where depth == 0:
                let name = String(decoding: product.prefix { $0 != UInt8(ascii: "/") }, as: UTF8.self)
                product = []
                guard name.isEmpty || Self.intentProducts.contains(name) else { return false }
                if name == "Chrome" { hasChrome = true }
            default: if depth == 0 { product.append(byte) }
            }
        }
        return hasChrome && depth == 0
    }

    /// `Version` is not among them: web views say it.
    private static let intentProducts: Set<String> = [
        "Mozilla", "AppleWebKit", "Chrome", "Mobile", "Safari", "EdgA", "OPR", "SamsungBrowser",
    ]
}
