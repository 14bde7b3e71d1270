import HTTPWire

/// Fuzzes the HTTP/1.1 request parser.
///
/// Laws: a request that is cut anywhere is judged as in one piece; what is consumed is there; a body is found to end
/// within its bytes.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    let limits = RequestLimits()
    var head = RequestHead(limits: limits)
    var parser = RequestParser()
    let whole = parser.parse(bytes, into: &head, limits: limits)

    let cut = count == 0 ? 0 : Int(bytes[count - 1]) % count
    var second = RequestParser()
    var pieces = second.parse(bytes.extracting(0..<cut), into: &head, limits: limits)
    if case .needMore = pieces { pieces = second.parse(bytes, into: &head, limits: limits) }
    // An error without a complete line may wait for the line.
    if whole != pieces {
        guard case .invalid = whole, case .needMore = pieces else { preconditionFailure("\(whole) became \(pieces)") }
    }

    guard case .complete(let consumed) = pieces else { return 0 }
    expect(consumed > 0 && consumed <= count, "more consumed than there is")
    let view = head.view(over: bytes)
    for index in 0..<view.summary.fieldCount {
        expect(!view.fieldName(at: index).isEmpty, "a field without name")
        expect(view.fieldValue(at: index).count < count, "a value longer than the request")
    }
    expect(view.path.count <= view.target.count, "a path longer than its target")
    expect(view.host != nil || view.summary.minorVersion == 0, "a request without host")
    _ = view.query
    if var decoder = try? BodyDecoder(view.summary.body, limits: limits) {
        _ = decoder.consume(bytes.extracting(consumed..<count))
    }
    return 0
}
