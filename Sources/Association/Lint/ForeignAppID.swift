import DeepLinks

/// An app ID that is written as something else is: the value of an entitlement, a setting of Xcode, a template.
struct ForeignAppID {
    /// What is wrong with it, for people.
    let message: String
    /// What to write instead.
    let advice: String

    /// Looks at a text that is no app ID; `nil` where it has no such marks.
    init?(_ text: String) {
        let example = "write prefix and bundle ID: ABCDE12345.com.example.app"
        let dotted = text.replacing(":", with: ".", maxReplacements: 1)
        if ["applinks:", "webcredentials:", "appclips:", "activitycontinuation:"].contains(where: text.hasPrefix) {
            message = "this is the value of an entitlement, which names a domain, so it is no app's"
            advice = example
        } else if let end = text.firstIndex(of: ")"), text.hasPrefix("$(") {
            message = "a build setting is replaced in Xcode's own files only, so it is no app's"
            let bundleID = text[end...].dropFirst().drop { $0 == "." }
            advice = bundleID.isEmpty ? example : "write the prefix itself: ABCDE12345.\(bundleID)"
        } else if let mark = text.first(where: { "<>{}[]%".contains($0) }) {
            message = "\"\(mark)\" is of a template that nobody filled in, so it is no app's"
            advice = example
        } else if AppID(dotted) != nil {
            message = "prefix and bundle ID are joined by a dot, so it is no app's"
            advice = "write \(dotted)"
        } else {
            return nil
        }
    }
}

extension AppID {
    /// Whether the prefix is one that people write where they have none: a single character, or the words for it.
    var hasSamplePrefix: Bool { Set(prefix).count == 1 || prefix.contains("TEAM") || prefix.contains("PREFIX") }
}
