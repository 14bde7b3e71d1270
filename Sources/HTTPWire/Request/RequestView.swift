/// A request as the handler sees it: spans over the bytes received, nothing decoded and nothing copied.
///
/// It does not outlive the call it is passed to.
package struct RequestView: ~Escapable {
    /// Method, version, form, framing.
    package let summary: RequestSummary
    private let bytes: Span<UInt8>
    private let fields: Span<FieldRange>

    @_lifetime(copy bytes, copy fields)
    init(bytes: Span<UInt8>, fields: Span<FieldRange>, summary: RequestSummary) {
        self.bytes = bytes
        self.fields = fields
        self.summary = summary
    }

    /// The method.
    package var method: HTTPMethod {
        summary.method
    }

    /// The bytes of the method.
    package var methodName: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(summary.methodName.indices) }
    }

    /// The request target as it was sent.
    package var target: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(summary.target.indices) }
    }

    /// The path as it was sent, without query.
    ///
    /// Empty for `*`, for `CONNECT`, and for a URL without path, which means `/`.
    package var path: Span<UInt8> {
        @_lifetime(copy self)
        get { bytes.extracting(summary.path.indices) }
    }

    /// The query as it was sent, without `?`; nothing when there is no `?`.
    package var query: Span<UInt8>? {
        @_lifetime(copy self)
        get {
            guard summary.hasQuery else { return nil }
            return bytes.extracting(summary.query.indices)
        }
    }

    /// The host the request is for, with its port, as it was sent.
    ///
    /// That of the target when the target has one, else that of the Host field (RFC 9112 section 3.2.2); nothing when
    /// neither is there. Its characters are those of a host under `HostRule.required`; its syntax is not judged.
    package var host: Span<UInt8>? {
        @_lifetime(copy self)
        get {
            guard summary.hasHost else { return nil }
            return bytes.extracting(summary.host.indices)
        }
    }

    /// The value of the first Accept field without blanks around it; nothing when there is none.
    package var accept: Span<UInt8>? {
        @_lifetime(copy self)
        get {
            guard summary.accept >= 0 else { return nil }
            return bytes.extracting(fields[Int(summary.accept)].value.indices)
        }
    }

    /// Finds the first field with a name.
    ///
    /// - Parameter name: In lower case.
    /// - Returns: The value without blanks around it, or nothing.
    /// - Complexity: Linear in the number of fields.
    @_lifetime(copy self)
    package func field(named name: StaticString) -> Span<UInt8>? {
        let index = indexOfField(named: name, from: 0)
        guard index < summary.fieldCount else { return nil }
        return bytes.extracting(fields[index].value.indices)
    }

    /// Finds the next field with a name, for fields that may be repeated.
    ///
    /// - Parameters:
    ///   - name: In lower case.
    ///   - index: Where to begin.
    /// - Returns: The index of the field, or the count of fields when there is none.
    package func indexOfField(named name: StaticString, from index: Int) -> Int {
        let wanted = name.bytes
        var index = index
        while index < summary.fieldCount {
            if bytes.equalsFolded(fields[index].name.indices, wanted) { return index }
            index &+= 1
        }
        return index
    }

    /// Finds the last field with a name ahead of an index.
    ///
    /// - Parameters:
    ///   - name: In lower case.
    ///   - index: Where to end; at most the count of fields.
    /// - Returns: The index of the field; `nil` when there is none.
    package func indexOfField(named name: StaticString, before index: Int) -> Int? {
        let wanted = name.bytes
        var index = min(index, summary.fieldCount)
        while index > 0 {
            index &-= 1
            if bytes.equalsFolded(fields[index].name.indices, wanted) { return index }
        }
        return nil
    }

    /// The name of a field as it was sent.
    ///
    /// - Parameter index: Below the count of fields.
    /// - Returns: The name.
    @_lifetime(copy self)
    package func fieldName(at index: Int) -> Span<UInt8> {
        bytes.extracting(fields[index].name.indices)
    }

    /// The value of a field without blanks around it.
    ///
    /// - Parameter index: Below the count of fields.
    /// - Returns: The value.
    @_lifetime(copy self)
    package func fieldValue(at index: Int) -> Span<UInt8> {
        bytes.extracting(fields[index].value.indices)
    }
}
