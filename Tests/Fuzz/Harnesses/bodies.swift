import HTTPWire

/// Fuzzes the decoder of chunked bodies.
///
/// Law: a body that is cut anywhere is judged as in one piece.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = input(start, count)
    var limits = RequestLimits()
    limits.body = 256
    limits.chunkExtensions = 32
    limits.trailerSection = 64
    guard var whole = try? BodyDecoder(.chunked, limits: limits) else { return 0 }
    var pieces = whole
    let expected = whole.consume(bytes)
    let cut = count == 0 ? 0 : Int(bytes[count - 1]) % count
    var found = pieces.consume(bytes.extracting(0..<cut))
    if case .needMore = found {
        found = pieces.consume(bytes.extracting(cut..<count))
        if case .complete(let consumed) = found { found = .complete(consumed: cut + consumed) }
    }
    expect(found == expected, "\(expected) became \(found)")
    return 0
}
