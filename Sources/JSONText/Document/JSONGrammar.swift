/// The grammar that a text is read by.
package enum JSONGrammar: Hashable, Sendable, CaseIterable {
    /// RFC 8259, and nothing that it does not allow.
    case rfc8259

    /// JSON5 1.0.0 (json5.org): comments, commas at the end, unquoted names, single quotes, and ES5 numbers and escapes.
    ///
    /// Two things differ from that text: a byte order mark at the start is refused, and so is an escape of half a
    /// surrogate pair, which no `String` can hold.
    case json5
}
