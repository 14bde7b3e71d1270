import DeepLinks

/// Fuzzes URLs and templates.
///
/// Law: one in its canonical form is read as itself.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    guard let text = String(validating: input(start, count)) else { return 0 }
    if let url = try? WebURL(text) { expect((try? WebURL(url.text)) == url, "\(url) is read as another") }
    if let url = try? URLTemplate(text) { expect((try? URLTemplate(url.text)) == url, "\(url) is read as another") }
    if let url = try? SchemeTemplate(text) {
        expect((try? SchemeTemplate(url.text)) == url, "\(url) is read as another")
    }
    _ = try? LinkURL(text)
    return 0
}
