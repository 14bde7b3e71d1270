internal import CIDN2

/// IDNA 2008 with UTS 46 non-transitional processing, by libidn2.
enum InternationalName {
    /// The lower-case A-label form of a name; `nil` when a label fails IDNA.
    ///
    /// RFC 5891 section 5, UTS 46 section 4 (`ß` stays a letter of its own: case 71).
    static func ascii(_ text: String) -> String? {
        let flags = CInt(
            IDN2_NFC_INPUT.rawValue | IDN2_NONTRANSITIONAL.rawValue | IDN2_USE_STD3_ASCII_RULES.rawValue
        )
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

    private static func take(_ status: CInt, _ output: UnsafeMutablePointer<CChar>?) -> String? {
        guard let output = unsafe output else { return nil }
        defer { unsafe idn2_free(output) }
        guard status == IDN2_OK.rawValue else { return nil }
        return unsafe String(cString: output)
    }
}
