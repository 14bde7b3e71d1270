import CommandLine
import DeepLinks
import FleetStore

/// Makes links of what the lines of a file say.
struct LineReader {
    private var intake: LinkIntake
    private let under: LinkPrefix?
    private let slugs: SlugGenerator
    private let isForeign: Bool
    private var random = SystemRandomNumberGenerator()

    private static let blocked = LinkColumns.fields.firstIndex(of: "blocked")

    /// Makes a reader.
    ///
    /// - Parameters:
    ///   - tenant: Whose links they are.
    ///   - under: What the links stand behind; `nil` where the file says it.
    ///   - slugs: Draws slugs for lines without one.
    ///   - isForeign: Whether another program wrote the file: what it says of previews without a title is left out.
    init(_ tenant: Tenant, under: LinkPrefix?, _ slugs: SlugGenerator, isForeign: Bool) {
        intake = LinkIntake(tenant)
        self.under = under
        self.slugs = slugs
        self.isForeign = isForeign
    }

    /// The link of a line, or why it cannot be taken.
    mutating func line(_ entry: LinkFile.Entry) -> Result<ImportedLine, CommandFailure> {
        do {
            let (url, isDrawn) = try url(entry)
            var link = Link(key: try intake.key(of: url), destination: .path("/"))
            guard entry.values[LinkColumns.firstSetting] != nil else {
                return .failure(CommandFailure(.refused, "to: the destination is missing"))
            }
            for (index, field) in LinkField.all.enumerated() {
                guard let text = entry.values[LinkColumns.firstSetting + index] else { continue }
                try field.setting.put(&link, text)
            }
            if isForeign, link.details.preview?.title.isEmpty == true { link.details.preview = nil }
            let refusals = intake.refusals(of: link)
            guard refusals.isEmpty else {
                return .failure(CommandFailure(.refused, refusals.map(\.description).joined(separator: "; ")))
            }
            return .success(
                ImportedLine(
                    number: entry.line, link: link, isDrawn: isDrawn,
                    saysBlocked: Self.blocked.map { entry.values[$0] != nil } ?? false))
        } catch {
            return .failure(CommandFailure(error))
        }
    }

    /// The link's own URL, and whether its slug was drawn.
    private mutating func url(_ entry: LinkFile.Entry) throws -> (String, isDrawn: Bool) {
        let (url, slug) = (entry.values[LinkColumns.url], entry.values[LinkColumns.slug])
        guard let under else {
            guard let url else {
                throw CommandFailure(.refused, "the link's URL is missing; or give --under")
            }
            return (url, false)
        }
        if let slug { return (under.url(ofSlug: slug), false) }
        if let url { return (under.url(ofSegment: try LinkURL(url).lastSegment), false) }
        return (under.url(ofSlug: slugs.next(using: &random)), true)
    }
}
