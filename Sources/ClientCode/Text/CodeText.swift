/// Lines of code, indented by four spaces a level.
struct CodeText {
    /// Characters in a line at most.
    static let width = 100

    private(set) var lines: [String] = []
    private var depth = 0

    /// The lines as text, with a line end at the end.
    var text: String { lines.joined(separator: "\n") + "\n" }

    /// The spaces that lines begin with now.
    var indent: Int { depth * 4 }

    /// Adds a line, or several that are parted by line ends.
    mutating func add(_ text: String = "") {
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            lines.append(line.isEmpty ? "" : String(repeating: " ", count: indent) + line)
        }
    }

    /// Adds an empty line unless a block has just begun.
    mutating func addGap() {
        if let last = lines.last, !last.isEmpty, !last.hasSuffix("{") { lines.append("") }
    }

    /// Adds what the closure adds, a level deeper, between a line that ends with a brace and one that closes it.
    mutating func block(_ head: String, _ body: (inout CodeText) -> Void) {
        add(head.isEmpty ? "{" : head + " {")
        depth += 1
        body(&self)
        depth -= 1
        add("}")
    }

    /// Adds what the closure adds, a level deeper.
    mutating func indented(_ body: (inout CodeText) -> Void) {
        depth += 1
        body(&self)
        depth -= 1
    }

    /// Adds an expression between two texts, on as many lines as it needs; the last line ends with the second text.
    mutating func add(_ head: String, _ expression: CodeExpression, _ tail: String = "") {
        for line in expression.lines(head, tail, indent: indent) { lines.append(line) }
    }

    /// Adds an array, an element a line where there are several, between a text and the bracket that ends it.
    mutating func addArray(_ head: String, _ elements: [CodeExpression]) {
        if elements.count == 1, indent + head.count + elements[0].flat.count + 2 <= Self.width {
            add("\(head)[\(elements[0].flat)]")
            return
        }
        add(head + "[")
        indented { text in
            for element in elements { text.add("", element, elements.count == 1 ? "" : ",") }
        }
        add("]")
    }

    /// Joins pieces of a text as long as they fit: the texts of several literals.
    static func filled(_ pieces: [String], width: Int) -> [String] {
        var texts: [String] = []
        for piece in pieces {
            if let last = texts.last, last.count + piece.count <= width {
                texts[texts.count - 1] += piece
            } else {
                texts.append(piece)
            }
        }
        return texts
    }

    /// Adds a comment, filled to the width.
    mutating func comment(_ mark: String, _ text: String) {
        var line = mark
        for word in text.split(separator: " ") {
            if indent + line.count + 1 + word.count > Self.width, line != mark {
                add(line)
                line = mark
            }
            line += " " + word
        }
        add(line)
    }
}

/// A text, or a list whose elements go on lines of their own where the line is too long.
indirect enum CodeExpression {
    case text(String)
    /// What stands before the elements, brace or bracket included, the elements, and what closes it.
    case list(String, [CodeExpression], String)

    /// A call.
    static func call(_ head: String, _ arguments: [CodeExpression]) -> CodeExpression {
        .list(head + "(", arguments, ")")
    }

    /// A tuple.
    static func tuple(_ elements: [CodeExpression]) -> CodeExpression { .list("(", elements, "\n)") }

    /// An array.
    static func array(_ elements: [String]) -> CodeExpression { .list("[", elements.map { .text($0) }, "]") }

    /// The expression on one line.
    var flat: String {
        switch self {
        case .text(let text): text
        case .list(let head, let elements, let end):
            head + elements.map(\.flat).joined(separator: ", ") + end.filter { $0 != "\n" }
        }
    }

    /// The expression with a label before it.
    func labelled(_ label: String) -> CodeExpression {
        switch self {
        case .text(let text): .text("\(label): \(text)")
        case .list(let head, let elements, let end): .list("\(label): \(head)", elements, end)
        }
    }

    /// The expression on as many lines as it needs.
    func lines(_ prefix: String, _ suffix: String, indent: Int) -> [String] {
        let margin = String(repeating: " ", count: indent)
        let line = margin + prefix + flat + suffix
        guard case .list(let head, let arguments, let close) = self, line.count > CodeText.width, !arguments.isEmpty
        else { return [line] }
        var lines = ["\(margin)\(prefix)\(head)"]
        // A closing text that begins with a line end has a line of its own.
        let closesApart = close.first == "\n"
        var current = ""
        for (index, argument) in arguments.enumerated() {
            let isLast = index == arguments.count - 1
            let end = isLast ? (closesApart ? "" : close + suffix) : ","
            let next = current.isEmpty ? argument.flat : "\(current) \(argument.flat)"
            if indent + 4 + next.count + end.count <= CodeText.width {
                current = next + end
                continue
            }
            if !current.isEmpty { lines.append("\(margin)    \(current)") }
            current = ""
            if indent + 4 + argument.flat.count + end.count <= CodeText.width {
                current = argument.flat + end
            } else {
                lines += argument.lines("", end, indent: indent + 4)
            }
        }
        if !current.isEmpty { lines.append("\(margin)    \(current)") }
        if closesApart { lines.append(margin + close.dropFirst() + suffix) }
        return lines
    }
}
