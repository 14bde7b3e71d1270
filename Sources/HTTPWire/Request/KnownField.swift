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
    init?(_ bytes: Span<UInt8>, _ name: Range<Int>) {
        // Within tokens this folds letters and takes no other character to a letter or a hyphen.
        let fold: UInt64 = 0x2020_2020_2020_2020
        let start = name.lowerBound
        // The names, or their first and last eight characters, as little-endian words.
        switch name.count {
        case 4:
            guard (bytes.paddedWord(at: start) | fold) & 0xFFFF_FFFF == 0x7473_6F68 else { return nil }
            self = .host
        case 6:
            switch (bytes.paddedWord(at: start) | fold) & 0xFFFF_FFFF_FFFF {
            case 0x7470_6563_6361: self = .accept
            case 0x7463_6570_7865: self = .expect
            default: return nil
            }
        case 10:
            guard bytes.word(at: start) | fold == 0x6974_6365_6E6E_6F63,
                bytes.word(at: start &+ 2) | fold == 0x6E6F_6974_6365_6E6E
            else { return nil }
            self = .connection
        case 14:
            guard bytes.word(at: start) | fold == 0x2D74_6E65_746E_6F63,
                bytes.word(at: start &+ 6) | fold == 0x6874_676E_656C_2D74
            else { return nil }
            self = .contentLength
        case 17:
            guard bytes.word(at: start) | fold == 0x7265_6673_6E61_7274, bytes[start &+ 8] == 0x2D,
                bytes.word(at: start &+ 9) | fold == 0x676E_6964_6F63_6E65
            else { return nil }
            self = .transferEncoding
        default: return nil
        }
    }
}
