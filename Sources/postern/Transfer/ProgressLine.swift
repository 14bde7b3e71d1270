import Platform

/// A line on the terminal that says how far something is; nothing where nobody looks.
final class ProgressLine {
    private let isWatched = StandardStream.error.isTerminal
    private var isShown = false

    private static let width = 30

    /// Shows how far it is.
    ///
    /// - Parameters:
    ///   - text: What is being done.
    ///   - percent: How much of all that is; `nil` where nobody knows.
    func show(_ text: String, _ percent: Int? = nil) {
        guard isWatched else { return }
        isShown = true
        let bar = percent.map { percent in
            let filled = Self.width * percent / 100
            return "[" + String(repeating: "=", count: filled) + String(repeating: " ", count: Self.width - filled)
                + "] \(percent) %, "
        }
        // Back to the start of the line, and what was there is erased (ECMA-48, EL).
        try? StandardStream.error.write("\r\u{1B}[K\(bar ?? "")\(text)")
    }

    /// Ends the line.
    func end() {
        if isShown { try? StandardStream.error.write("\n") }
        isShown = false
    }
}
