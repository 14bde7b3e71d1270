/// A Swift file as lines of code: comments and the insides of string literals are blank.
struct SwiftSource {
    /// The lines as they stand in the file.
    let lines: [Substring]
    /// The same lines with comments and literals blanked out.
    let code: [String]

    init(_ text: String) {
        lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        var scanner = Scanner(text)
        scanner.scanCode(untilClosing: false)
        code = String(decoding: scanner.output, as: UTF8.self)
            .split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    /// The modules that the file imports, in whatever way.
    var imports: [String] {
        code.compactMap { line in
            let words = line.split(separator: " ")
            guard let word = words.firstIndex(of: "import"), words.indices.contains(word + 1),
                words[..<word].allSatisfy({ $0.hasPrefix("@") || Self.accessLevels.contains(String($0)) })
            else { return nil }
            let kinds = ["struct", "class", "enum", "protocol", "func", "var", "let", "typealias"]
            let name = kinds.contains(String(words[word + 1])) ? words[word + 2] : words[word + 1]
            return name.split(separator: ".").first.map(String.init)
        }
    }

    private static let accessLevels = ["public", "package", "internal", "fileprivate", "private"]

    private struct Scanner {
        private let input: [UInt8]
        private var position = 0
        var output: [UInt8] = []

        init(_ text: String) { input = Array(text.utf8) }

        private func starts(_ text: String) -> Bool { input[position...].starts(with: text.utf8) }

        private mutating func blank(_ count: Int = 1) {
            for _ in 0..<count where position < input.count {
                output.append(input[position] == 0x0A ? 0x0A : 0x20)
                position += 1
            }
        }

        /// Copies code; after an interpolation's opening parenthesis, up to the one that closes it.
        mutating func scanCode(untilClosing: Bool) {
            var depth = 0
            while position < input.count {
                if starts("//") {
                    while position < input.count, input[position] != 0x0A { blank() }
                } else if starts("/*") {
                    scanBlockComment()
                } else if starts("\"") || starts("#\"") || starts("##\"") {
                    scanString()
                } else {
                    if untilClosing, starts("(") { depth += 1 }
                    if untilClosing, starts(")") {
                        if depth == 0 { return }
                        depth -= 1
                    }
                    output.append(input[position])
                    position += 1
                }
            }
        }

        private mutating func scanBlockComment() {
            var depth = 0
            repeat {
                if starts("/*") {
                    depth += 1
                    blank(2)
                } else if starts("*/") {
                    depth -= 1
                    blank(2)
                } else {
                    blank()
                }
            } while depth > 0 && position < input.count
        }

        private mutating func scanString() {
            var hashes = ""
            while starts("#") {
                hashes += "#"
                blank()
            }
            let quotes = starts("\"\"\"") ? "\"\"\"" : "\""
            blank(quotes.utf8.count)
            while position < input.count {
                if starts(quotes + hashes) {
                    blank(quotes.utf8.count + hashes.utf8.count)
                    return
                } else if starts("\\" + hashes + "(") {
                    blank(2 + hashes.utf8.count)
                    scanCode(untilClosing: true)
                } else if hashes.isEmpty, starts("\\") {
                    blank(2)
                } else {
                    blank()
                }
            }
        }
    }
}
