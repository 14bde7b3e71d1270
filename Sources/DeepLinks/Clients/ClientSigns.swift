/// What stands in a user agent.
struct ClientSigns: OptionSet, Sendable {
    let rawValue: UInt64

    // Systems.
    static let iPhone = bit(0)
    static let iPad = bit(1)
    static let mac = bit(2)
    static let android = bit(3)
    static let windows = bit(4)
    static let linux = bit(5)
    /// A telephone or a console of a system that has no name here.
    static let handheld = bit(6)

    // Browsers.
    /// The text begins as browsers' do.
    static let browser = bit(8)
    /// An engine that renders pages.
    static let engine = bit(9)
    /// Apple's engine, which an iPad has; or one that calls itself so.
    static let webKit = bit(10)
    /// An engine that no iPad has.
    static let foreignEngine = bit(11)
    /// A browser that exists for iOS and iPadOS only.
    static let mobileBrowser = bit(12)
    /// A browser that says `compatible`, which crawlers do too.
    static let compatibleBrowser = bit(13)
    static let compatible = bit(14)
    static let webView = bit(15)

    /// Safari, and browsers of iOS that have its engine; a web view does not say so.
    static let safari = bit(7)

    // Programs that name themselves, which no in-app browser does.
    static let preview = bit(16)
    static let crawler = bit(17)
    static let monitor = bit(18)

    // Words that programs have in their names.
    static let previewWord = bit(20)
    static let crawlerWord = bit(21)
    static let monitorWord = bit(22)
    /// A word as before that is also the name of a telephone.
    static let modelWord = bit(23)
    /// An address or a word that browsers on desktops do not have.
    static let address = bit(24)

    // Libraries that apps ask with.
    static let appleLibrary = bit(25)
    static let androidLibrary = bit(26)

    /// A telephone whose name holds a program's word: that does not count.
    static let cancelling = bit(30)
    /// The end of a comment.
    static let closing = bit(31)

    /// The browser of an app.
    static func app(_ app: InAppBrowser) -> ClientSigns { bit(32 + app.rawValue) }

    private static func bit(_ number: UInt8) -> ClientSigns { ClientSigns(rawValue: 1 << UInt64(number)) }

    init(rawValue: UInt64) { self.rawValue = rawValue }
}

extension Client {
    /// Judges what stands in a user agent: named programs first, then apps, then words, then systems.
    ///
    /// Programs that borrow a browser's text add their name; apps add theirs to the text of a browser. So a word like
    /// `bot` is no program's when an app is named, and what neither begins as a browser nor knows an engine is one.
    init(_ signs: ClientSigns, isEmpty: Bool) {
        self.init(platform: signs.platform)
        let apps = UInt32(truncatingIfNeeded: signs.rawValue >> 32)
        if let program = signs.namedProgram {
            kind = program
        } else if apps != 0 {
            kind = .inApp
            app = InAppBrowser(rawValue: UInt8(truncatingIfNeeded: apps.trailingZeroBitCount))
        } else if let program = signs.wordedProgram {
            kind = program
        } else if !isEmpty, signs.looksLikeProgram {
            kind = .crawler
        } else if signs.contains(.webView) || signs.isAppleWebView {
            kind = .inApp
            app = .webView
        }
    }
}

extension ClientSigns {
    fileprivate var platform: ClientPlatform {
        // A telephone with Windows calls itself Android and iPhone too.
        if contains([.windows, .handheld]) { return .other }
        // An old iPad says `CPU iPhone OS`.
        if contains(.iPad) { return .ipados }
        if contains(.android) { return .android }
        if contains(.iPhone) { return .ios }
        if contains(.windows) { return .windows }
        if contains(.mac) {
            if contains(.mobileBrowser) { return .ipados }
            return contains(.webKit) && !contains(.foreignEngine) ? .macOrIPad : .macos
        }
        return contains(.linux) && !contains(.handheld) ? .linux : .other
    }

    /// The system whose library asks.
    var library: ClientPlatform {
        if contains(.appleLibrary) { return .ios }
        return contains(.androidLibrary) ? .android : .other
    }

    /// Whether it is the web view of an app on iOS or iPadOS: a browser says `Safari/`, or its own name.
    fileprivate var isAppleWebView: Bool {
        !isDisjoint(with: [.iPhone, .iPad]) && isDisjoint(with: [.safari, .mobileBrowser, .android])
            && contains(.webKit)
    }

    fileprivate var namedProgram: ClientClass? {
        if contains(.monitor) { return .monitor }
        if contains(.preview) { return .preview }
        return contains(.crawler) ? .crawler : nil
    }

    fileprivate var wordedProgram: ClientClass? {
        if contains(.monitorWord) { return .monitor }
        if contains(.previewWord) { return .preview }
        return contains(.crawlerWord) ? .crawler : nil
    }

    /// Whether the text is none that a person's browser has.
    fileprivate var looksLikeProgram: Bool {
        if !isDisjoint(with: [.iPhone, .iPad, .android, .handheld]) { return false }
        if !contains(.engine) { return true }
        if contains(.compatibleBrowser) { return false }
        return contains(.compatible) || contains(.address)
    }
}
