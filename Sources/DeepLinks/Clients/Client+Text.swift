extension ClientPlatform {
    /// The name on the command line and in JSON: `mac-or-ipad`.
    package var text: String {
        switch self {
        case .other: "other"
        case .ios: "ios"
        case .ipados: "ipados"
        case .macOrIPad: "mac-or-ipad"
        case .android: "android"
        case .macos: "macos"
        case .windows: "windows"
        case .linux: "linux"
        }
    }

    /// Reads a name; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        guard let platform = Self.allCases.first(where: { $0.text == text }) else { return nil }
        self = platform
    }
}

extension ClientClass {
    /// The name on the command line and in JSON: `in-app`.
    package var text: String {
        switch self {
        case .browser: "browser"
        case .inApp: "in-app"
        case .preview: "preview"
        case .crawler: "crawler"
        case .monitor: "monitor"
        }
    }

    /// Reads a name; `nil` for any other text.
    package init?(_ text: some StringProtocol) {
        guard let kind = Self.allCases.first(where: { $0.text == text }) else { return nil }
        self = kind
    }
}

extension InAppBrowser {
    /// The name in JSON and reports: `web-view`.
    package var text: String {
        switch self {
        case .messenger: "messenger"
        case .instagram: "instagram"
        case .threads: "threads"
        case .facebook: "facebook"
        case .tiktok: "tiktok"
        case .snapchat: "snapchat"
        case .line: "line"
        case .linkedin: "linkedin"
        case .x: "x"
        case .pinterest: "pinterest"
        case .wechat: "wechat"
        case .google: "google"
        case .webView: "web-view"
        }
    }
}
