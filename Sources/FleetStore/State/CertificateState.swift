package import Cryptography

/// The certificates of the database as a process keeps them for a start without it; their keys stay sealed.
package struct CertificateState: Equatable, Sendable {
    /// What the first line of a file begins with, in every format.
    private static let mark = "postern-certificates "

    /// The number of the format that is written and read.
    private static let format = 1

    /// The certificates, in any order.
    package var certificates: [SealedCertificate]

    /// Makes a state.
    package init(_ certificates: [SealedCertificate]) {
        self.certificates = certificates
    }

    /// The text of a file: a line with format and checksum, then of each certificate the fingerprint, the names, the chain
    /// and the sealed key.
    ///
    /// - Throws: ``CryptographyError``.
    package func encoded() throws(CryptographyError) -> [UInt8] {
        var writer = PartWriter()
        for certificate in certificates {
            writer.append(certificate.fingerprint.bytes)
            writer.append(certificate.names.map { Array($0.utf8) })
            writer.append(certificate.chain)
            writer.append(certificate.sealedKey)
        }
        let sum = try SHA256.digest(of: writer.bytes).hex
        return Array("\(Self.mark)\(Self.format) \(sum)\n".utf8) + writer.bytes
    }

    /// Reads what ``encoded()`` wrote; nothing of a file that is not whole is used.
    ///
    /// - Throws: ``KeptStateError``.
    package init(decoding bytes: [UInt8]) throws(KeptStateError) {
        var reader = PartReader(rest: try Self.body(of: bytes))
        certificates = []
        while !reader.rest.isEmpty {
            guard let fingerprint = reader.part().flatMap({ SHA256Digest(bytes: Array($0)) }),
                let names = reader.parts(), let chain = reader.parts(), let key = reader.part()
            else { throw .damaged }
            certificates.append(
                SealedCertificate(
                    fingerprint: fingerprint, names: names.map { String(decoding: $0, as: UTF8.self) },
                    chain: chain.map { Array($0) }, sealedKey: Array(key)))
        }
    }

    /// What follows the first line, when that says that it is whole and of this format.
    private static func body(of bytes: [UInt8]) throws(KeptStateError) -> ArraySlice<UInt8> {
        guard bytes.starts(with: mark.utf8) else { throw .otherFile }
        guard let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: "\n")) else { throw .damaged }
        let words = String(decoding: bytes[mark.utf8.count..<end], as: UTF8.self).split(separator: " ")
        guard let number = words.first.flatMap({ Int($0) }) else { throw .damaged }
        guard number == format else { throw .otherFormat(number, reads: format) }
        let body = bytes[(end + 1)...]
        guard words.count == 2, let digest = try? SHA256.digest(of: Array(body)), digest.hex == words[1] else {
            throw .damaged
        }
        return body
    }
}

/// Writes parts with their lengths, and lists of parts with their counts, ahead of them: four bytes, the highest first.
private struct PartWriter {
    private(set) var bytes: [UInt8] = []

    mutating func append(_ part: [UInt8]) {
        append(part.count)
        bytes += part
    }

    mutating func append(_ parts: [[UInt8]]) {
        append(parts.count)
        for part in parts { append(part) }
    }

    private mutating func append(_ number: Int) {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
}

/// Reads what a ``PartWriter`` wrote.
private struct PartReader {
    private(set) var rest: ArraySlice<UInt8>

    init(rest: ArraySlice<UInt8>) {
        self.rest = rest
    }

    mutating func part() -> ArraySlice<UInt8>? { number().flatMap { take($0) } }

    mutating func parts() -> [ArraySlice<UInt8>]? {
        // Each has a length of its own, so that no count asks for more than there is.
        guard let count = number(), count <= rest.count / 4 else { return nil }
        var parts: [ArraySlice<UInt8>] = []
        for _ in 0..<count {
            guard let part = part() else { return nil }
            parts.append(part)
        }
        return parts
    }

    private mutating func number() -> Int? { take(4).map { $0.reduce(0) { $0 << 8 | Int($1) } } }

    private mutating func take(_ count: Int) -> ArraySlice<UInt8>? {
        guard count <= rest.count else { return nil }
        defer { rest = rest.dropFirst(count) }
        return rest.prefix(count)
    }
}
