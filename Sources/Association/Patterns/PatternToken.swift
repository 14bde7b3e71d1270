/// A piece of a pattern.
struct PatternToken: Hashable, Sendable {
    enum Kind: UInt8, Sendable {
        /// One unit, this one.
        case literal
        /// One unit, any.
        case any
        /// Any number of units.
        case star
        /// One unit of a set.
        case set
        /// One of the alternatives with the index.
        case choice
        /// Nothing at all: a reference to what is not there.
        case never
    }

    let kind: Kind
    /// The unit of a literal, or the index of a choice.
    let value: UInt32
    /// The units of a set.
    let set: ASCIISet

    private init(_ kind: Kind, value: UInt32 = 0, set: ASCIISet = ASCIISet()) {
        self.kind = kind
        self.value = value
        self.set = set
    }

    static let any = PatternToken(.any)
    static let star = PatternToken(.star)
    static let never = PatternToken(.never)
    static let slash = PatternToken.literal(.slash)

    static func literal(_ unit: UInt32) -> PatternToken { PatternToken(.literal, value: unit) }
    static func set(_ set: ASCIISet) -> PatternToken { PatternToken(.set, set: set) }
    static func choice(_ index: Int) -> PatternToken { PatternToken(.choice, value: UInt32(index)) }
}
