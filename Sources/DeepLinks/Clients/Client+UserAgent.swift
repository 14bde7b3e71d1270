extension Client {
    /// Sorts a client by its User-Agent field, in one pass and without allocation.
    ///
    /// iPadOS sends a Mac's user agent by default, so Safari on a Mac is ``ClientPlatform/macOrIPad`` (case 78). An
    /// empty one is a browser: somebody who hides more than others.
    package init(userAgent: Span<UInt8>) {
        self.init(UserAgentTable.shared.signs(in: userAgent), isEmpty: userAgent.count == 0)
    }

    /// The same as one of the tenant's apps, that asks for JSON: what counts is the platform, whatever library it asks with.
    ///
    /// Apps ask with the libraries of their systems, which name no system, and which are programs otherwise.
    ///
    /// - Parameter userAgent: The value of `User-Agent`.
    /// - Returns: The app.
    package func asApp(userAgent: Span<UInt8>) -> Client {
        var app = Client(platform: platform)
        app.isApp = true
        if platform == .other { app.platform = UserAgentTable.shared.signs(in: userAgent).library }
        return app
    }

    /// Makes what sorting clients needs, so that no request has to.
    package static func prepare() { _ = UserAgentTable.shared }
}

extension Client {
    /// Takes the platform from the client hints, where they say more than the user agent: browsers that send them have
    /// frozen the other (User-Agent Client Hints, sections 3.6 and 3.7).
    ///
    /// No browser on an iPad sends them, and a desktop's text on a telephone gives itself away. Programs stay what they
    /// are.
    ///
    /// - Parameters:
    ///   - platformHint: The value of `Sec-CH-UA-Platform`: a text in quotes.
    ///   - mobileHint: The value of `Sec-CH-UA-Mobile`: `?0` or `?1`.
    package mutating func refine(platformHint: Span<UInt8>?, mobileHint: Span<UInt8>?) {
        if let platformHint, let told = ClientPlatform(hint: platformHint) {
            platform = told
        } else if platform == .macOrIPad, platformHint != nil {
            platform = .macos
        }
        if platform == .linux, let mobileHint, mobileHint.isText("?1") { platform = .android }
    }
}

extension ClientPlatform {
    /// The platform that a hint names; `nil` for an unknown one.
    fileprivate init?(hint: Span<UInt8>) {
        if hint.isText("\"Android\"") {
            self = .android
        } else if hint.isText("\"Windows\"") {
            self = .windows
        } else if hint.isText("\"macOS\"") {
            self = .macos
        } else if hint.isText("\"iOS\"") {
            self = .ios
        } else if hint.isText("\"Linux\"") || hint.isText("\"Chrome OS\"") || hint.isText("\"Chromium OS\"") {
            self = .linux
        } else {
            return nil
        }
    }
}

extension Span<UInt8> {
    /// Whether the bytes are this text.
    fileprivate func isText(_ text: StaticString) -> Bool {
        guard count == text.utf8CodeUnitCount else { return false }
        for index in 0..<count where unsafe text.utf8Start[index] != self[index] { return false }
        return true
    }
}
