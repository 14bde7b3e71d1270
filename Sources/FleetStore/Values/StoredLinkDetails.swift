import DeepLinks

extension LinkDetails {
    /// The platforms as elements of a column; `nil` for none.
    ///
    /// No element has a line end.
    var storedPlatforms: [String]? {
        platforms.isEmpty ? nil : places.map { "\($0.key)=\($0.destination.text)" }
    }

    /// The tags as elements of a column; `nil` for none.
    ///
    /// No element has a line end.
    var storedTags: [String]? { tags.isEmpty ? nil : tags }

    /// Reads what is served of a link.
    ///
    /// - Throws: ``RuleViolation`` for what an edit by hand has left.
    init(_ row: LinkPlaceColumns) throws(RuleViolation) {
        self.init()
        for element in row.platforms {
            let (key, value) = element.partedAtEquals
            guard let platform = ClientPlatform(key: key) else { throw RuleViolation("there is no platform \(key)") }
            platforms[platform] = try LinkDestination(value)
        }
        guard let title = row.previewTitle else { return }
        preview = LinkPreview(title: title, description: row.previewDescription)
        if let image = row.previewImage { preview?.image = try WebURL(image) }
    }
}
