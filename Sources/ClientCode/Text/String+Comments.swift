extension String {
    /// The text as it may stand in a comment of XML, where no two hyphens follow each other: a space parts them.
    ///
    /// XML 1.0 section 2.5.
    var inXMLComment: String {
        var text = ""
        for character in self {
            if character == "-", text.last == "-" { text += " " }
            text.append(character)
        }
        return text
    }

    /// The text as it may stand in a comment of Kotlin, in which comments nest: the asterisk encoded as in a URL.
    var inKotlinComment: String { split(separator: "*", omittingEmptySubsequences: false).joined(separator: "%2A") }
}
