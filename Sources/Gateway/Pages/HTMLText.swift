/// HTML in the making; what is not of the page itself goes in escaped.
struct HTMLText {
    private(set) var bytes: [UInt8] = []

    mutating func add(_ text: StaticString) { bytes += String(describing: text).utf8 }

    /// Adds HTML that was made before.
    mutating func add(_ html: [UInt8]) { bytes += html }

    /// Adds text that means nothing in HTML, in elements and in values of attributes.
    mutating func add(escaped text: String) {
        for byte in text.utf8 {
            switch byte {
            case UInt8(ascii: "&"): bytes += "&amp;".utf8
            case UInt8(ascii: "<"): bytes += "&lt;".utf8
            case UInt8(ascii: ">"): bytes += "&gt;".utf8
            case UInt8(ascii: "\""): bytes += "&quot;".utf8
            case UInt8(ascii: "'"): bytes += "&#39;".utf8
            default: bytes.append(byte)
            }
        }
    }

    /// Adds a `meta` element.
    mutating func addTag(_ kind: StaticString, _ name: StaticString, _ content: String) {
        add("<meta ")
        add(kind)
        add("=\"")
        add(name)
        add("\" content=\"")
        add(escaped: content)
        add("\">\n")
    }

    /// Adds a link to the web, if that is where it leads: rows may be older than the rule that destinations are https
    /// (case 57).
    mutating func addWebLink(_ kind: StaticString, to address: String, _ text: String) {
        guard address.hasPrefix("https://") || address.hasPrefix("http://") else { return }
        addLink(kind, to: address, text)
    }

    /// Adds a link.
    mutating func addLink(_ kind: StaticString, to address: String, _ text: String) {
        add("<a class=\"")
        add(kind)
        add("\" href=\"")
        add(escaped: address)
        add("\">")
        add(escaped: text)
        add("</a>\n")
    }
}
