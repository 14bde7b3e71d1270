import JSONText

/// Fuzzes both JSON readers.
///
/// Law: what RFC 8259 allows, JSON5 allows.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(input(start, count))
    let strict = try? JSONReader.read(bytes, grammar: .rfc8259)
    do {
        _ = try JSONReader.read(bytes, grammar: .json5)
    } catch {
        expect(strict == nil, "JSON but no JSON5: \(error)")
        expect(!error.description.isEmpty && !error.description.contains("\n"), "an error of one line")
    }
    return 0
}
