// The same for all links that 'postern code swift' writes.

/// A domain whose links open the app.
struct LinkDomain {
    /// A host in lower case, `go.acme.example`, or `*.acme.example` for all names one label below.
    let name: String
    /// Whether letters of paths and query values must agree in case.
    var isCaseSensitive = true
    /// The query item and the fragment with which a link stays in the browser.
    var optOut: (item: String, fragment: String)?

    /// Whether the domain answers for a host, given in lower case.
    func covers(_ host: String) -> Bool {
        guard name.hasPrefix("*") else { return host == name }
        let label = host.prefix { $0 != "." }
        return host.dropFirst(label.count) == name.dropFirst() && host.count <= 253
            && !label.isEmpty && label.utf8.allSatisfy(Self.labelBytes.contains)
    }

    private static let labelBytes = Set("abcdefghijklmnopqrstuvwxyz0123456789-_".utf8)
}
