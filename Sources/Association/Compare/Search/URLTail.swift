/// What can stand behind the path of a URL: a query and a fragment, each with its mark, or nothing.
struct URLTail: Hashable {
    var query: String?
    var fragment: String?

    /// As a URL has it.
    var text: String { (query.map { "?" + $0 } ?? "") + (fragment.map { "#" + $0 } ?? "") }
}
