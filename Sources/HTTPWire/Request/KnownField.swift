/// The fields that decide how a connection goes on, and one that most requests are asked for.
enum KnownField {
    case accept
    case host
    case connection
    case contentLength
    case transferEncoding
    case expect

    /// Recognises a field by its name, in any case.
    ///
    /// - Parameters:
    ///   - bytes: The request.
    ///   - name: A token.
    @inline(__always)
    init?(_ bytes: Span<UInt8>, _ name: ByteRange) {
        // Within tokens this folds letters and takes no other character to a letter or a hyphen.
        let fold: UInt64 = 0x2020_2020_2020_2020
        let start = Int(name.start)
        let count = name.end &- name.start
        let head = bytes.paddedWord(at: start) | fold
        // The names, or their first and last eight characters, as little-endian words.
        switch count {
        case 4 where head & 0xFFFF_FFFF == 0x7473_6F68: self = .host
        case 6 where head & 0xFFFF_FFFF_FFFF == 0x7470_6563_6361: self = .accept
        case 6 where head & 0xFFFF_FFFF_FFFF == 0x7463_6570_7865: self = .expect
        case 10 where head == 0x6974_6365_6E6E_6F63 && bytes.paddedWord(at: start &+ 2) | fold == 0x6E6F_6974_6365_6E6E:
            self = .connection
        case 14 where head == 0x2D74_6E65_746E_6F63 && bytes.paddedWord(at: start &+ 6) | fold == 0x6874_676E_656C_2D74:
            self = .contentLength
        case 17
        where head == 0x7265_6673_6E61_7274 && bytes[start &+ 8] == 0x2D
            && bytes.paddedWord(at: start &+ 9) | fold == 0x676E_6964_6F63_6E65:
            self = .transferEncoding
        default: return nil
        }
    }
}
