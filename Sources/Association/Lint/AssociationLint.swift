import JSONText

/// Says what is wrong with an association file, and what to write instead.
package enum AssociationLint {
    /// Judges a file.
    ///
    /// - Parameters:
    ///   - bytes: The raw bytes, uncompressed.
    ///   - kind: Whose file it is.
    /// - Returns: The findings in the order of the text; of those at one place the gravest first.
    package static func findings(_ bytes: [UInt8], kind: AssociationKind) -> [Finding] {
        do throws(AssociationReadingError) {
            let findings =
                switch kind {
                case .aasa: AppleLint(try AppleDocument(bytes)).findings()
                case .assetlinks: AndroidLint(try AndroidDocument(bytes)).findings()
                }
            return findings.enumerated().sorted { left, right in
                (left.element.position.offset, left.element.severity, left.offset)
                    < (right.element.position.offset, right.element.severity, right.offset)
            }.map(\.element)
        } catch {
            return [error.finding]
        }
    }

    /// Whose file it is, by its first character: statements stand in an array.
    ///
    /// An object with `applinks` is Apple's in an array, too.
    /// A statement without its array is one all the same: an object that names a relation or a target, and no `applinks`.
    package static func kind(of bytes: [UInt8]) -> AssociationKind {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        let node = try? JSONReader.read(bytes, grammar: .rfc8259)
        if first == UInt8(ascii: "[") {
            guard case .array(let items)? = node?.value, let item = items.first?.value else { return .assetlinks }
            return item.names.contains("applinks") ? .aasa : .assetlinks
        }
        guard case .object(let members)? = node?.value else { return .aasa }
        let names = Set(members.map(\.name))
        return names.contains("applinks") || names.isDisjoint(with: ["relation", "target"]) ? .aasa : .assetlinks
    }
}
