internal import CIDN2

/// IDNA 2008 with UTS 46 non-transitional processing, by libidn2.
enum InternationalName {
    /// The lower-case A-label form of a name; `nil` when a label fails IDNA.
    ///
    /// RFC 5891 section 5, UTS 46 section 4 (`ß` stays a letter of its own: case 71).
    static func ascii(_ text: String) -> String? {
        guard text.unicodeScalars.allSatisfy(isNamed) else { return nil }
        let flags = CInt(
            IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue | IDN2_USE_STD3_ASCII_RULES.rawValue
        )
        // UTS 46 maps the capital to `ß` since revision 31; an older libidn2 makes `ss` of it.
        let text = String(String.UnicodeScalarView(text.unicodeScalars.map { $0 == "\u{1E9E}" ? "\u{DF}" : $0 }))
        return unsafe text.withCString { input in
            var output: UnsafeMutablePointer<CChar>?
            return unsafe take(idn2_to_ascii_8z(input, &output, flags), output)
        }
    }

    /// The Unicode form of a name in A-labels; `nil` when a label is no A-label.
    static func unicode(_ ascii: String) -> String? {
        unsafe ascii.withCString { input in
            var output: UnsafeMutablePointer<CChar>?
            return unsafe take(idn2_to_unicode_8z8z(input, &output, 0), output)
        }
    }

    /// Whether a name may have the character: libidn2 leaves out some that IDNA forbids, `％` for one, and lets a name
    /// through that nobody wrote.
    private static func isNamed(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar {
        // Hyphens, dots, and what RFC 5892 appendix A allows by context.
        case "-", ".", "\u{3002}", "\u{FF0D}", "\u{FF0E}", "\u{FF61}", "\u{B7}", "\u{375}", "\u{5F3}", "\u{5F4}",
            "\u{30FB}", "\u{200C}", "\u{200D}":
            return true
        default:
            break
        }
        if scalar.properties.isDefaultIgnorableCodePoint { return false }
        switch scalar.properties.generalCategory {
        case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter, .nonspacingMark,
            .spacingMark, .decimalNumber, .letterNumber, .otherNumber:
            return true
        default:
            return false
        }
    }

    private static func take(_ status: CInt, _ output: UnsafeMutablePointer<CChar>?) -> String? {
        guard let output = unsafe output else { return nil }
        defer { unsafe idn2_free(output) }
        guard status == IDN2_OK.rawValue else { return nil }
        return unsafe String(cString: output)
    }
}
