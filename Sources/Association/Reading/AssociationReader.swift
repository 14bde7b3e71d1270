import JSONText

/// Reads the bytes of an association file strictly.
enum AssociationReader {
    /// The outermost value, an object (Apple) or an array (Android).
    static func read(_ bytes: [UInt8], kind: AssociationKind) throws(AssociationReadingError) -> JSONElement {
        guard bytes.count <= kind.byteLimit else { throw .tooLarge(kind: kind, bytes: bytes.count) }
        let node: JSONNode
        do {
            node = try JSONReader.read(bytes, grammar: .rfc8259)
        } catch {
            if kind == .aasa, isSigned(bytes) { throw .signed }
            throw .invalidJSON(error, advice: AssociationReadingError.advice(for: error, in: bytes))
        }
        switch (kind, node.value) {
        case (.aasa, .object), (.assetlinks, .array): return JSONElement(node)
        default: throw .wrongRoot(kind: kind, found: node.value, position: node.position)
        }
    }

    /// Whether the bytes begin like a CMS ContentInfo with signed data: RFC 5652 sections 3 and 5.1, as DER or PEM.
    ///
    /// DER begins with 0x30, which is also the digit `0`: only what is no JSON comes here.
    private static func isSigned(_ bytes: [UInt8]) -> Bool {
        let objectIdentifier: [UInt8] = [0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x07, 0x02]
        if bytes.starts(with: "-----BEGIN PKCS7-----".utf8) || bytes.starts(with: "-----BEGIN CMS-----".utf8) {
            return true
        }
        guard bytes.count > 2, bytes[0] == 0x30 else { return false }
        // A length is one byte, or a count of bytes and these; BER also has 0x80 for a length that is not given.
        let header = bytes[1] > 0x80 && bytes[1] < 0x89 ? 2 + Int(bytes[1] & 0x7F) : 2
        return bytes.dropFirst(header).starts(with: objectIdentifier)
    }
}
