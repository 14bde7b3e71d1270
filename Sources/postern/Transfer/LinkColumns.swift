import DeepLinks

/// Which columns, or members of JSON objects, a file of links has its values in.
struct LinkColumns {
    /// The link's own URL, first among the ``fields``.
    static let url = 0

    /// The link's name within its route.
    static let slug = 1

    /// Where the settings of a link begin.
    static let firstSetting = 2

    /// What is read of a line: what the link is found by, and its settings by their names.
    static let fields: [String] = ["url", "slug"] + LinkField.all.map(\.setting.name)

    /// A program whose export is known.
    enum Preset: String, CaseIterable {
        /// Shlink: what its web client exports, and what its importer reads.
        case shlink
        /// Firebase Dynamic Links, by Google Takeout.
        case firebase
    }

    /// The columns of each field, in the order of the fields; the first that a file has counts.
    private var names: [[String]] = Self.fields.map { [$0] }

    /// The columns of a program's export; `nil` for those of our own.
    init(_ preset: Preset?) {
        guard let columns = preset?.columns else { return }
        names = Self.fields.map { columns[$0] ?? [] }
    }

    /// Takes a field from another column.
    ///
    /// - Returns: False when there is no such field.
    mutating func map(_ field: String, to column: String) -> Bool {
        guard let index = Self.fields.firstIndex(of: field) else { return false }
        names[index] = [column]
        return true
    }

    /// The places of the fields in a header; `nil` for a field that it has not.
    ///
    /// Letters and digits count, whatever their case: `Short URL` is `shortUrl`.
    func places(in header: [String]) -> [Int?] {
        let known = header.map(Self.folded)
        return names.map { names in names.lazy.compactMap { known.firstIndex(of: Self.folded($0)) }.first }
    }

    private static func folded(_ name: String) -> String {
        String(name.lowercased().unicodeScalars.filter { $0.properties.isAlphabetic || ("0"..."9").contains($0) })
    }
}

extension LinkColumns.Preset {
    /// The columns by field.
    fileprivate var columns: [String: [String]] {
        switch self {
        // shlink.io/documentation/import-short-urls, and the header of the web client's export.
        case .shlink:
            [
                "url": ["shortUrl"], "slug": ["shortCode"], "to": ["longUrl"], "starts": ["validSince"],
                "expires": ["validUntil"], "note": ["title"], "tags": ["tags"],
            ]
        // firebase.google.com/support/guides/export-dynamic-links
        case .firebase:
            [
                "url": ["Short link"], "to": ["Deep link (link)"], "platforms.android": ["Android fallback link (afl)"],
                "platforms.ios": ["iOS fallback link (ifl)"], "platforms.ipados": ["iOS iPad fallback link (ipfl)"],
                "platforms.macos": ["Desktop fallback link (ofl)"],
                "platforms.windows": ["Desktop fallback link (ofl)"],
                "platforms.linux": ["Desktop fallback link (ofl)"], "preview.title": ["Social title (st)"],
                "preview.description": ["Social description (sd)"], "preview.image": ["Social image link (si)"],
                "note": ["Link name"],
            ]
        }
    }
}
