import CommandLine
import DeepLinks
import Platform

extension Setting<Tenant> {
    /// The settings of a tenant's hosted pages.
    static let ofPage: [Setting<Tenant>] =
        [
            Setting("page.name") { $0.page.name = $1.isEmpty ? nil : $1 },
            Setting("page.icon") { $0.page.icon = try unlessEmpty($1) { try readIcon("page.icon", $0) } },
            Setting("page.language") { tenant, text in
                tenant.page.language = try unlessEmpty(text) { try read("page.language", $0) } ?? .english
            },
            Setting("page.appHost") { tenant, text in
                tenant.page.appHost = try unlessEmpty(text) { text in
                    try parse("page.appHost", text) { text throws(RuleViolation) in
                        try HostName(text, isAttested: true)
                    }
                }
            },
            color("accent", \.accent), color("background", \.background), color("darkAccent", \.darkAccent),
            color("darkBackground", \.darkBackground),
        ]
        + PageTexts.keys.map { key in
            Setting(forEachLanguage: "page.texts.LANG.\(key.name)") { tenant, language, text in
                tenant.page.texts[language, default: PageTexts()][key.name] = text.isEmpty ? nil : text
            }
        }

    private static func color(
        _ name: String, _ path: any WritableKeyPath<PageColors, PageColor?> & Sendable
    ) -> Setting<Tenant> {
        let name = "page.colors.\(name)"
        return Setting(name) { tenant, text in
            tenant.page.colors[keyPath: path] = try unlessEmpty(text) { try parse(name, $0, PageColor.init) }
        }
    }
}

/// Reads a `data:` URL, or makes one of the image in a file: `@logo.png`.
private func readIcon(_ field: String, _ text: String) throws -> PageIcon {
    guard text.hasPrefix("@") else { return try parse(field, text, PageIcon.init) }
    let path = String(text.dropFirst())
    let bytes: [UInt8]
    do throws(SystemError) {
        bytes = try File.readRegular(path)
    } catch {
        throw CommandFailure(.noInput, "\(path): \(error)")
    }
    return try parse(field, text) { _ throws(RuleViolation) in try PageIcon(image: bytes) }
}
