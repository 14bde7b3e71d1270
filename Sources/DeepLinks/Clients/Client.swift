/// The system a client runs on, as far as its request tells.
package enum ClientPlatform: UInt8, CaseIterable, Sendable {
    /// Not told, or none of those below.
    case other
    /// An iPhone or iPod touch.
    case ios
    /// An iPad that says so.
    case ipados
    /// Safari's desktop user agent: a Mac, or an iPad that does not say so (case 78).
    case macOrIPad
    /// Android.
    case android
    /// A Mac that cannot be an iPad.
    case macos
    /// Windows on a desktop.
    case windows
    /// Linux, ChromeOS included.
    case linux
}

/// What kind of program asks.
package enum ClientClass: UInt8, CaseIterable, Sendable {
    /// A browser with a person before it.
    case browser
    /// A browser inside another app, with a person before it.
    case inApp
    /// A program that draws a preview of a link.
    case preview
    /// A search engine's crawler, or any other program that no person looks through: an HTTP library, a headless
    /// browser.
    case crawler
    /// A monitor or a health check.
    case monitor

    /// Whether nobody looks at the answer.
    package var isProgram: Bool {
        switch self {
        case .browser, .inApp: false
        case .preview, .crawler, .monitor: true
        }
    }
}

/// The app whose browser asks; some of them share tokens with one another, the earlier wins.
package enum InAppBrowser: UInt8, CaseIterable, Sendable {
    /// Messenger.
    case messenger
    /// Instagram.
    case instagram
    /// Threads.
    case threads
    /// Facebook.
    case facebook
    /// TikTok.
    case tiktok
    /// Snapchat.
    case snapchat
    /// LINE.
    case line
    /// LinkedIn.
    case linkedin
    /// X.
    case x
    /// Pinterest.
    case pinterest
    /// WeChat.
    case wechat
    /// Google's app.
    case google
    /// Some app's web view, on Android or iOS.
    case webView
}

/// Who asks.
package struct Client: Equatable, Sendable {
    /// The system.
    package var platform: ClientPlatform
    /// The kind of program.
    package var kind: ClientClass
    /// The app, of a client that is ``ClientClass/inApp``.
    package var app: InAppBrowser?

    /// Whether it is an app that asks where it would be led: it is there, so that no store helps it.
    package var isApp = false

    /// Makes a client; by default a browser on an unknown system.
    package init(platform: ClientPlatform = .other, kind: ClientClass = .browser, app: InAppBrowser? = nil) {
        self.platform = platform
        self.kind = kind
        self.app = app
    }
}
