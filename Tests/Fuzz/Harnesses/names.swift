import DeepLinks

/// Fuzzes host names.
///
/// Law: a name in its canonical form is read as itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let text = String(validating: input(start, count)) else { return 0 }
    if let name = try? HostName(text) { expect((try? HostName(name.text)) == name, "\(name) is read as another") }
    if let name = try? DomainName(text) { expect((try? DomainName(name.text)) == name, "\(name) is read as another") }
    return 0
}
