/// A link that opens an Android app, and a web page where the app is absent: an `intent:` URL as Chrome reads it
/// (developer.chrome.com: Android intents with Chrome).
package struct AndroidIntent: Equatable, Sendable {
    /// What the app is given: a URL of its own scheme, or an https URL.
    package var target: String
    /// The app's package.
    package var package: PackageName
    /// The web page; http or https.
    package var fallback: String

    /// Makes an intent.
    package init(target: String, package: PackageName, fallback: String) {
        self.target = target
        self.package = package
        self.fallback = fallback
    }

    /// An `intent:` URL without the web page that follows where the app is absent: then Google Play does.
    ///
    /// Any other URL
    /// stays as it is.
    package static func withoutFallback(_ url: String) -> String {
        guard url.hasPrefix("intent:"), let extra = url.firstRange(of: ";S.browser_fallback_url=") else { return url }
        return url[..<extra.lowerBound] + ";end"
    }

    /// The URL; every extra is percent-encoded, so that none ends before its end (case 80).
    ///
    /// `nil` when the target is none that an intent can hold.
    package var url: String? {
        guard let colon = target.firstIndex(of: ":"), target[colon...].hasPrefix("://"), !target.contains("#"),
            URLScheme(String(target[..<colon])) != nil || target.hasPrefix("https:"), fallback.hasPrefix("http")
        else { return nil }
        let rest = target[colon...].dropFirst()
        return "intent:\(rest)#Intent;scheme=\(target[..<colon]);package=\(package.text)"
            + ";S.browser_fallback_url=\(PercentEncoding.encoded(fallback.utf8));end"
    }
}
