extension Client {
    /// Sorts a client by its User-Agent field: the obvious ones only, in one pass, without allocation.
    ///
    /// iPadOS sends a Mac's user agent by default, so Safari on a Mac is ``ClientPlatform/macOrIPad``.
    package init(userAgent: Span<UInt8>) {
        self.init()
        var signs: Signs = []
        for position in 0..<userAgent.count {
            signs.formUnion(Signs.beginning(in: userAgent, at: position))
        }
        platform = signs.platform
        kind = signs.kind
    }
}

/// What stands in a user agent.
private struct Signs: OptionSet {
    let rawValue: UInt32

    static let iPhone = Signs(rawValue: 1 << 0)
    static let iPad = Signs(rawValue: 1 << 1)
    static let mac = Signs(rawValue: 1 << 2)
    static let android = Signs(rawValue: 1 << 3)
    static let windows = Signs(rawValue: 1 << 4)
    static let linux = Signs(rawValue: 1 << 5)
    static let safari = Signs(rawValue: 1 << 6)
    static let otherEngine = Signs(rawValue: 1 << 7)
    static let iOSBrowser = Signs(rawValue: 1 << 8)
    static let inApp = Signs(rawValue: 1 << 9)
    static let preview = Signs(rawValue: 1 << 10)
    static let crawler = Signs(rawValue: 1 << 11)
    static let monitor = Signs(rawValue: 1 << 12)

    var platform: ClientPlatform {
        if contains(.iPhone) { return .ios }
        if contains(.iPad) { return .ipados }
        if contains(.android) { return .android }
        if contains(.windows) { return .windows }
        if contains(.mac) {
            if contains(.iOSBrowser) { return .ipados }
            return contains(.safari) && !contains(.otherEngine) ? .macOrIPad : .macos
        }
        return contains(.linux) ? .linux : .other
    }

    var kind: ClientClass {
        if contains(.monitor) { return .monitor }
        if contains(.preview) { return .preview }
        if contains(.crawler) { return .crawler }
        return contains(.inApp) ? .inApp : .browser
    }

    /// The sign that begins at this place, or none.
    static func beginning(in text: Span<UInt8>, at position: Int) -> Signs {
        func has(_ word: StaticString) -> Bool { text.has(word, at: position) }
        switch text[position] {
        case UInt8(ascii: "i"): return has("iPhone") || has("iPod") ? .iPhone : has("iPad") ? .iPad : []
        case UInt8(ascii: "M"): return has("Macintosh") ? .mac : has("MicroMessenger") ? .inApp : []
        case UInt8(ascii: "A"): return has("Android") ? .android : []
        case UInt8(ascii: "W"): return has("Windows") ? .windows : has("WhatsApp") ? .preview : []
        case UInt8(ascii: "L"):
            return has("LinkedInBot") ? .preview : has("Linux") ? .linux : has("Line/") ? .inApp : []
        case UInt8(ascii: "C"):
            return has("CriOS")
                ? .iOSBrowser : has("Chrome/") || has("Chromium/") ? .otherEngine : has("CrOS") ? .linux : []
        case UInt8(ascii: "F"):
            return has("FxiOS")
                ? .iOSBrowser : has("Firefox/") ? .otherEngine : has("FBAN") || has("FBAV") ? .inApp : []
        case UInt8(ascii: "E"): return has("EdgiOS") ? .iOSBrowser : has("ELB-HealthChecker") ? .monitor : []
        case UInt8(ascii: "S"):
            return has("Safari/") ? .safari : has("Slackbot") || has("SkypeUriPreview") ? .preview : []
        case UInt8(ascii: "I"): return has("Instagram") ? .inApp : []
        case UInt8(ascii: "f"): return has("facebookexternalhit") ? .preview : []
        case UInt8(ascii: "D"): return has("Discordbot") ? .preview : []
        case UInt8(ascii: "T"): return has("Twitterbot") || has("TelegramBot") ? .preview : []
        case UInt8(ascii: "U"): return has("UptimeRobot") ? .monitor : []
        case UInt8(ascii: "P"): return has("Pingdom") ? .monitor : []
        case UInt8(ascii: "k"): return has("kube-probe") ? .monitor : []
        case UInt8(ascii: "b"), UInt8(ascii: "B"): return has("bot") || has("Bot") ? .crawler : []
        case UInt8(ascii: "c"): return has("crawler") ? .crawler : []
        case UInt8(ascii: "s"): return has("spider") ? .crawler : []
        case UInt8(ascii: ";"): return has("; wv)") ? .inApp : []
        default: return []
        }
    }
}

extension Span<UInt8> {
    /// Whether the text stands at this place.
    fileprivate func has(_ word: StaticString, at position: Int) -> Bool {
        let size = word.utf8CodeUnitCount
        guard count &- position >= size else { return false }
        for index in 0..<size where unsafe word.utf8Start[index] != self[position &+ index] { return false }
        return true
    }
}
