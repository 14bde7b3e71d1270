/// Room for one parsed request head, reused from request to request; it holds positions, never bytes.
///
/// One per event loop is enough: it is complete only between a parser's `complete` and the next call of any parser.
package struct RequestHead: ~Copyable {
    /// What the parser found out.
    package internal(set) var summary = RequestSummary()
    var fields: [FieldRange]

    /// Reserves room, once, for as many fields as the limits allow.
    package init(limits: RequestLimits) {
        fields = Array(repeating: FieldRange(), count: max(limits.fields, 1))
    }

    /// Joins the positions with the bytes that were parsed.
    ///
    /// - Parameter bytes: What the parser was given when it answered `complete`.
    /// - Returns: The request.
    @_lifetime(borrow self, copy bytes)
    package borrowing func view(over bytes: Span<UInt8>) -> RequestView {
        RequestView(bytes: bytes, fields: fields.span, summary: summary)
    }
}
