package import DeepLinks

/// The fields of a request on which an answer may depend, as somebody gives them who asks what it would be.
package struct AskerFields: Equatable, Sendable {
    /// The names of the fields.
    package static let names = [
        "User-Agent", "Sec-CH-UA-Platform", "Sec-CH-UA-Mobile", "Accept-Language", "Accept",
    ]

    private var values: [String: String] = [:]

    /// Makes a request without fields.
    package init() {}

    /// Takes a field, written `NAME=VALUE`, or `NAME: VALUE` as on the wire.
    ///
    /// - Throws: The rule against a text of another form, a field on which nothing depends, or one that is given twice.
    package mutating func add(_ text: String) throws(RuleViolation) {
        let parts = text.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "=" || $0 == ":" }
        guard parts.count == 2 else { throw RuleViolation("a field is NAME=VALUE") }
        guard let name = Self.names.first(where: { $0.lowercased() == parts[0].lowercased() }) else {
            throw RuleViolation(
                "no answer depends on this field; those that may matter are " + Self.names.joined(separator: ", "))
        }
        guard self[name] == nil else { throw RuleViolation("\(name) is given more than once") }
        values[name] = String(parts[1].drop { $0 == " " })
    }

    /// The value of a field; `nil` when it is absent.
    package subscript(name: String) -> String? {
        get { values[name] }
        set { values[name] = newValue }
    }

    /// The fields that are given, each as ``add(_:)`` takes it.
    package var texts: [String] { Self.names.compactMap { name in values[name].map { "\(name)=\($0)" } } }

    /// Who asks, as a gateway sorts it.
    package var client: Client {
        var client = self["User-Agent"].map { Client(userAgent: Array($0.utf8).span) } ?? Client()
        if let hint = self["Sec-CH-UA-Platform"] {
            let bytes = Array(hint.utf8)
            client.refine(platformHint: bytes.span, mobileHint: nil)
        }
        if let hint = self["Sec-CH-UA-Mobile"] {
            let bytes = Array(hint.utf8)
            client.refine(platformHint: nil, mobileHint: bytes.span)
        }
        return client
    }

    /// What they read.
    package var languages: LanguagePreference { LanguagePreference(self["Accept-Language"] ?? "") }

    /// Whether they ask where they would be led, in place of being led there.
    package var asksForJSON: Bool {
        Array((self["Accept"] ?? "").utf8).span.beginsWithJSON
    }
}
