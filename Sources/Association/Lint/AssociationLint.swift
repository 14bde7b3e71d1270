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
            return [error.finding(of: bytes)]
        }
    }

    /// Whose file it is, by its first character: statements stand in an array.
    package static func kind(of bytes: [UInt8]) -> AssociationKind {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        return first == UInt8(ascii: "[") ? .assetlinks : .aasa
    }
}

extension AssociationReadingError {
    /// The finding, with a word about web pages.
    fileprivate func finding(of bytes: [UInt8]) -> Finding {
        let first = bytes.first { ![0x20, 0x09, 0x0A, 0x0D, 0xEF, 0xBB, 0xBF].contains($0) }
        guard case .invalidJSON = self, first == UInt8(ascii: "<") else { return finding }
        return Finding(
            .invalidJSON, at: finding.path, finding.position, finding.message,
            advice: "this looks like a web page: keep catch-all routes away from the file's path")
    }
}
