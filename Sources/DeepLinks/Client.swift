/// The system a client runs on, as far as its request tells.
package enum ClientPlatform: UInt8, CaseIterable, Sendable {
    /// Not told.
    case other
    /// An iPhone or iPod touch.
    case ios
    /// An iPad that says so.
    case ipados
    /// Safari's desktop user agent: a Mac, or an iPad that does not say so.
    case macOrIPad
    /// Android.
    case android
    /// A Mac that cannot be an iPad.
    case macos
    /// Windows.
    case windows
    /// Linux, ChromeOS included.
    case linux
}

/// What kind of program asks.
package enum ClientClass: UInt8, CaseIterable, Sendable {
    /// A browser with a person before it.
    case browser
    /// A browser inside another app.
    case inApp
    /// A program that draws a preview of a link.
    case preview
    /// A search engine's crawler.
    case crawler
    /// A monitor or a health check.
    case monitor
}

/// Who asks.
package struct Client: Equatable, Sendable {
    /// The system.
    package var platform: ClientPlatform
    /// The kind of program.
    package var kind: ClientClass

    /// Makes a client; by default a browser on an unknown system.
    package init(platform: ClientPlatform = .other, kind: ClientClass = .browser) {
        self.platform = platform
        self.kind = kind
    }
}
