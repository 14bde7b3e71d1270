import Association
import JSONText

/// Fuzzes the readers of association files, and what is said of the files.
///
/// Laws: a finding lies inside the text and is one printable line; a file that cannot be read has one, and it says so.
/// Layout is of no account: the same file written compactly has the same findings.
@_cdecl("LLVMFuzzerTestOneInput")
public func test(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(input(start, count))
    for kind in AssociationKind.allCases {
        let findings = AssociationLint.findings(bytes, kind: kind)
        for finding in findings {
            expect((0...count).contains(finding.position.offset), "a finding outside the text: \(finding)")
            expect(finding.description.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "a finding of many lines")
            expect(!finding.message.isEmpty && !finding.advice.isEmpty, "a finding that says nothing")
        }
        guard isReadable(bytes, kind) else {
            expect(findings.count == 1, "an unreadable file with \(findings.count) findings")
            continue
        }
        guard let node = try? JSONReader.read(bytes, grammar: .rfc8259) else { continue }
        var writer = JSONWriter(layout: .compact)
        writer.write(node.value)
        let places = { (findings: [Finding]) in findings.map { "\($0.code.rawValue) \($0.pointer)" } }
        let other = AssociationLint.findings(writer.bytes, kind: kind)
        expect(places(other) == places(findings), "\(places(findings)) became \(places(other))")
    }
    return 0
}

private func isReadable(_ bytes: [UInt8], _ kind: AssociationKind) -> Bool {
    switch kind {
    case .aasa: (try? AppleDocument(bytes)) != nil
    case .assetlinks: (try? AndroidDocument(bytes)) != nil
    }
}
