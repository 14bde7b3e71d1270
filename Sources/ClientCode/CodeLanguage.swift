package import DeepLinks

/// A language that client code is written in.
package enum CodeLanguage: String, CaseIterable, Sendable {
    /// Swift, for iOS apps.
    case swift
    /// Kotlin, for Android apps.
    case kotlin

    /// Whether apps on the platform are written in the language.
    package func isLanguage(of app: App) -> Bool {
        switch (self, app.identity) {
        case (.swift, .ios), (.kotlin, .android): true
        case (.swift, .android), (.kotlin, .ios): false
        }
    }

    /// The platform, for people.
    var platform: String {
        switch self {
        case .swift: "iOS"
        case .kotlin: "Android"
        }
    }

    /// Writes the code of an app's links.
    ///
    /// - Parameters:
    ///   - links: The links.
    ///   - revision: What they are made from, in a word.
    /// - Returns: The files.
    package func code(_ links: ClientLinks, revision: String) -> CodePackage {
        switch self {
        case .swift: SwiftCode(links, revision: revision).package
        case .kotlin: KotlinCode(links, revision: revision).package
        }
    }
}

extension ClientLinks {
    /// Reads a tenant's routes for an app whose code is written in a language.
    ///
    /// - Parameters:
    ///   - tenant: The tenant.
    ///   - language: The language.
    ///   - name: The app; `nil` is the tenant's only one on the language's platform.
    /// - Throws: ``ClientCodeError`` when there is nothing to write, or a choice to make.
    package init(_ tenant: Tenant, in language: CodeLanguage, app name: AppName?) throws(ClientCodeError) {
        let apps = tenant.apps.filter(language.isLanguage)
        if let name {
            guard tenant.apps.contains(where: { $0.name == name }) else { throw .unknownApp(name.text) }
            guard apps.contains(where: { $0.name == name }) else { throw .otherPlatform(name.text) }
            try self.init(tenant, app: name)
            return
        }
        guard let app = apps.first else { throw .noApp(platform: language.platform) }
        guard apps.count == 1 else { throw .severalApps(apps.map(\.name.text)) }
        try self.init(tenant, app: app.name)
    }
}
