import JSONText

/// One rule of an AASA file's `components`; what it does not name matches anything.
struct AppleComponent: Equatable {
    /// What is asked of a query item: its name and a pattern of the value.
    struct Item: Equatable {
        let name: String
        let pattern: String
    }

    /// A pattern of the path; `nil` is any.
    var path: String?
    /// The query items that are asked for.
    var items: [Item] = []
    /// A pattern of the fragment; `nil` is any.
    var fragment: String?
    /// Whether a URL that matches stays in the browser.
    var isExcluding = false
    /// Whether case counts; `nil` is as the defaults say.
    var isCaseSensitive: Bool?

    /// The exclude of everything.
    static let closing = AppleComponent(path: "*", isExcluding: true)

    func write(to writer: inout JSONWriter) {
        writer.object { writer in
            if let path { writer.member("/", path) }
            if !items.isEmpty {
                writer.name("?")
                writer.object { writer in
                    for item in items { writer.member(item.name, item.pattern) }
                }
            }
            if let fragment { writer.member("#", fragment) }
            if isExcluding { writer.member("exclude", true) }
            if let isCaseSensitive { writer.member("caseSensitive", isCaseSensitive) }
        }
    }
}
