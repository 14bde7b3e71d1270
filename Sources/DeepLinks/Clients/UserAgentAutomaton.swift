/// Builds the automaton of ``UserAgentTable``.
struct UserAgentAutomaton {
    /// The column of each byte; 0 for those of no entry.
    private(set) var columns = [UInt8](repeating: 0, count: 256)
    /// The next state by state and column.
    private(set) var next: [Int] = []
    /// The entries that end in a state, the longest first.
    private(set) var ends: [[UserAgentEnd]] = [[]]
    /// The logarithm of the number of columns.
    private(set) var shift = 0

    private var words: [(text: [UInt8], end: UserAgentEnd)] = []

    /// Adds an entry.
    mutating func add(_ entry: UserAgentEntry) {
        var text = Array(entry.pattern.utf8)
        var boundary = UserAgentEnd.Boundary.none
        switch text.first {
        case UInt8(ascii: "^"): boundary = .start
        case UInt8(ascii: "|"): boundary = .word
        default: break
        }
        if boundary != .none { text.removeFirst() }
        for byte in text where columns[Int(byte)] == 0 {
            let column = (columns.max() ?? 0) + 1
            columns[Int(byte)] = column
            if byte &- 0x61 < 26 { columns[Int(byte &- 0x20)] = column }
        }
        words.append((text, UserAgentEnd(signs: entry.signs, count: UInt8(text.count), boundary: boundary)))
    }

    /// Lays out the states in order of depth, so that those used most lie together, and connects them.
    mutating func connect() {
        let width = Int(columns.max() ?? 0) + 1
        while 1 << shift < width { shift += 1 }
        next = [Int](repeating: 0, count: 1 << shift)
        var states = [Int](repeating: 0, count: words.count)
        var fallbacks = [0]
        let longest = words.lazy.map(\.text.count).max() ?? 0
        for depth in 0..<longest {
            let level = fallbacks.count
            for (index, word) in words.enumerated() where depth < word.text.count {
                let place = states[index] << shift | Int(columns[Int(word.text[depth])])
                // Rows of the level above are filled up already: what is no child leads to a state above.
                if next[place] < level {
                    let fallback = depth == 0 ? 0 : next[place]
                    next[place] = fallbacks.count
                    fallbacks.append(fallback)
                    ends.append(ends[fallback])
                }
                states[index] = next[place]
                if depth + 1 == word.text.count { ends[states[index]].insert(word.end, at: 0) }
            }
            for state in level..<fallbacks.count {
                // What does not go on here goes on as after the longest end that begins another word.
                let row = fallbacks[state] << shift
                for column in 0..<(1 << shift) { next.append(next[row + column]) }
            }
        }
    }
}
