import Glibc

/// The machine that the process runs on.
package enum Machine {
    /// Its name on the network, gethostname(2); `localhost` when it has none.
    package static var name: String {
        var text = [CChar](repeating: 0, count: 256)
        // A name that is cut has no end by itself.
        guard unsafe gethostname(&text, text.count - 1) == 0 else { return "localhost" }
        let name = String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return name.isEmpty ? "localhost" : name
    }
}
