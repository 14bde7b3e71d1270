import DeepLinks

/// Fuzzes route patterns.
///
/// Law: a pattern in its canonical form is read as itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let text = String(validating: input(start, count)) else { return 0 }
    if let pattern = try? RoutePattern(text) {
        expect((try? RoutePattern(pattern.text)) == pattern, "\(pattern) is read as another")
    }
    return 0
}
