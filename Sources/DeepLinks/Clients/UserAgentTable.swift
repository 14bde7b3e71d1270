/// The entries compiled into one automaton (Aho and Corasick, 1975), which reads a user agent once, a look-up a byte.
///
/// It is made once in a process, in memory that is never let go, so that reading it counts no reference.
@safe struct UserAgentTable {
    /// Made at first use; a handler uses it before its first request.
    static let shared = UserAgentTable(UserAgentEntry.all)

    /// Bytes of a user agent that are read at most.
    static let longest = 2_048

    // A column per byte that occurs in an entry, and one for all others.
    private let columns: UnsafeBufferPointer<UInt8>
    // A row per state: the next state by column, with a mark when entries end there.
    private let next: UnsafeBufferPointer<UInt16>
    private let shift: Int
    // Where the entries of a state begin in the list, by state; they are marked off by the next state's.
    private let places: UnsafeBufferPointer<UInt16>
    private let ends: UnsafeBufferPointer<UserAgentEnd>

    private static let mark: UInt16 = 0x8000

    init(_ entries: [UserAgentEntry]) {
        var builder = UserAgentAutomaton()
        for entry in entries { builder.add(entry) }
        builder.connect()
        unsafe columns = Self.keep(builder.columns)
        shift = builder.shift
        unsafe next = Self.keep(
            builder.next.map { builder.ends[Int($0)].isEmpty ? UInt16($0) : UInt16($0) | Self.mark })
        var list: [UserAgentEnd] = []
        var places: [UInt16] = []
        for state in builder.ends {
            places.append(UInt16(list.count))
            list += state
        }
        places.append(UInt16(list.count))
        unsafe self.places = Self.keep(places)
        unsafe ends = Self.keep(list)
    }

    /// What stands in a user agent.
    func signs(in text: Span<UInt8>) -> ClientSigns {
        var signs: ClientSigns = []
        var state = 0
        let count = min(text.count, Self.longest)
        var position = 0
        while position < count {
            let column = unsafe Int(columns[Int(text[position])])
            let entry = unsafe next[state &<< shift | column]
            state = Int(entry & ~Self.mark)
            position &+= 1
            if entry & Self.mark != 0 { collect(state, text, position, &signs) }
        }
        return signs
    }

    /// Adds what the entries that end here say, the longest first.
    private func collect(_ state: Int, _ text: Span<UInt8>, _ end: Int, _ signs: inout ClientSigns) {
        var place = unsafe Int(places[state])
        let limit = unsafe Int(places[state &+ 1])
        while place < limit {
            let entry = unsafe ends[place]
            place &+= 1
            let start = end &- Int(entry.count)
            switch entry.boundary {
            case .none: break
            case .start: if start > 0 { continue }
            case .word: if start > 0, isWord(text[start &- 1]) { continue }
            }
            if entry.signs.contains(.cancelling) { return }
            if entry.signs.contains(.modelWord) {
                if !isModel(signs, text, end) { signs.formUnion(.crawlerWord) }
            } else if entry.signs.contains(.closing) {
                if signs.contains(.android) { signs.formUnion(.closing) }
            } else {
                signs.formUnion(entry.signs)
            }
        }
    }

    /// Whether a word is part of a telephone's name: in the comment that says Android, and without a version.
    private func isModel(_ signs: ClientSigns, _ text: Span<UInt8>, _ end: Int) -> Bool {
        guard signs.contains(.android), !signs.contains(.closing) else { return false }
        return end == text.count || text[end] != UInt8(ascii: "/")
    }

    private func isWord(_ byte: UInt8) -> Bool {
        byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26
    }

    /// Memory for as long as the process lives.
    private static func keep<Element: BitwiseCopyable>(_ array: [Element]) -> UnsafeBufferPointer<Element> {
        let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: array.count)
        _ = unsafe memory.initialize(from: array)
        return UnsafeBufferPointer(memory)
    }
}

// Sendable because: what the pointers point to is written once, before the table is handed out.
extension UserAgentTable: @unchecked Sendable {}

/// An entry that ends in a state.
struct UserAgentEnd: BitwiseCopyable {
    enum Boundary: UInt8, BitwiseCopyable {
        case none
        case word
        case start
    }

    var signs: ClientSigns
    var count: UInt8
    var boundary: Boundary
}
