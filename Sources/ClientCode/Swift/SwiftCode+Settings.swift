import DeepLinks

extension SwiftCode {
    /// The `Associated Domains` entitlement, to be merged into the app's.
    ///
    /// Apple: Supporting associated domains; TN3155.
    func entitlements(isDeveloperMode: Bool) -> String {
        let mode = isDeveloperMode ? "?mode=developer" : ""
        let about =
            isDeveloperMode
            ? """
            For debug builds: on devices with Associated Domains Development switched on, iOS fetches the
                association files itself whenever the app is installed, past Apple's cache.
            """
            : """
            iOS gets the association files from Apple's cache, which asks the domains for them. A change is
                seen after hours on Apple's side and after days on devices that have the app;
                'postern drift' shows what Apple holds.
            """
        let parents = Set(
            links.claimed.compactMap { domain in
                if case .wildcard(let parent) = domain.name { parent.text } else { nil }
            })
        var lines: [String] = []
        for domain in links.claimed {
            if domain.name.isWildcard {
                let base = domain.name.base.text.inXMLComment
                lines.append("<!-- One name below \(base); iOS reads the file of \(base). -->")
            } else if parents.contains(domain.name.text) {
                lines.append("<!-- The parent itself, which the wildcard does not cover. -->")
            }
            lines.append("<string>applinks:\(domain.name)\(mode)</string>")
        }
        if links.app.hasWebCredentials {
            lines.append("<!-- What people saved for these domains fills in here. -->")
            lines += links.domains.map { "<string>webcredentials:\($0.name)\(mode)</string>" }
        }
        if !links.app.appClips.isEmpty {
            lines.append("<!-- For the App Clip, in its own entitlements too. -->")
            lines += links.domains.map { "<string>appclips:\($0.name)\(mode)</string>" }
        }
        return propertyList(
            about,
            """
            <key>com.apple.developer.associated-domains</key>
            <array>
            \(lines.map { "    \($0)" }.joined(separator: "\n"))
            </array>
            """)
    }

    /// The URL types, to be merged into the app's `Info.plist`.
    var infoPropertyList: String {
        guard let scheme = links.app.scheme, case .ios(let appID, _) = links.app.identity else { return "" }
        return propertyList(
            "The app's own scheme. Any app may claim a scheme: prefer universal links where there is a choice.",
            """
            <key>CFBundleURLTypes</key>
            <array>
                <dict>
                    <key>CFBundleTypeRole</key>
                    <string>Viewer</string>
                    <key>CFBundleURLName</key>
                    <string>\(appID.bundleID)</string>
                    <key>CFBundleURLSchemes</key>
                    <array>
                        <string>\(scheme)</string>
                    </array>
                </dict>
            </array>
            """)
    }

    private func propertyList(_ about: String, _ body: String) -> String {
        let body = body.split(separator: "\n", omittingEmptySubsequences: false).map { "    \($0)" }
        return """
            <?xml version="1.0" encoding="UTF-8"?>
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            <!--
                \(about)

                \("Revision \(revision) of the routes of \(links.tenant), for \(links.app.name).".inXMLComment)
            -->
            <plist version="1.0">
            <dict>
            \(body.joined(separator: "\n"))
            </dict>
            </plist>

            """
    }
}
