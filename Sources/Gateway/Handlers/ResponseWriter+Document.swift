import HTTPWire

extension ResponseWriter {
    /// An association file as it was published, or 404 where there is none: never a redirect, a page or a part
    /// (cases 4, 5, 6, 43).
    mutating func answer(_ document: FoundDocument?, _ request: borrowing RequestView) {
        guard let document else {
            start(.notFound)
            field("Cache-Control", "no-store")
            return end()
        }
        let isKnown = request.hasEntityTag(document.entityTag)
        start(isKnown ? .notModified : .ok)
        if !isKnown { field("Content-Type", "application/json") }
        field("ETag", document.entityTag)
        field("Cache-Control", "public, max-age=300")
        field("X-Content-Type-Options", "nosniff")
        end(document.body)
    }
}

extension RequestView {
    /// Whether `If-None-Match` has the tag, or any: compared weakly, as RFC 9110 section 13.1.2 says.
    func hasEntityTag(_ tag: Span<UInt8>) -> Bool {
        var index = indexOfField(named: "if-none-match", from: 0)
        while index < summary.fieldCount {
            if fieldValue(at: index).listsEntityTag(tag) { return true }
            index = indexOfField(named: "if-none-match", from: index &+ 1)
        }
        return false
    }
}

extension Span<UInt8> {
    /// Whether a list of entity tags has the tag, or is `*`.
    func listsEntityTag(_ tag: Span<UInt8>) -> Bool {
        if equals("*") { return true }
        var index = 0
        while index < count {
            // A tag may hold commas: only what is in quotes is compared, and a prefix of `W/` does not count.
            guard self[index] == UInt8(ascii: "\"") else {
                index &+= 1
                continue
            }
            var end = index &+ 1
            while end < count, self[end] != UInt8(ascii: "\"") { end &+= 1 }
            guard end < count else { return false }
            if end &+ 1 &- index == tag.count {
                var offset = 0
                while offset < tag.count, self[index &+ offset] == tag[offset] { offset &+= 1 }
                if offset == tag.count { return true }
            }
            index = end &+ 1
        }
        return false
    }
}
