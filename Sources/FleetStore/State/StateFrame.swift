import Cryptography

/// The first line of a file that a process keeps: what it is, its format, and the checksum of all that follows.
struct StateFrame {
    /// The number of the format that is written and read.
    static let format = 1

    /// What the line begins with, in every format.
    let mark: String

    /// A file with a content.
    ///
    /// - Throws: ``CryptographyError``.
    func file(_ body: [UInt8]) throws(CryptographyError) -> [UInt8] {
        Array("\(mark)\(Self.format) \(try SHA256.digest(of: body).hex)\n".utf8) + body
    }

    /// The content of a file that is whole and of this format.
    ///
    /// - Throws: ``KeptStateError``.
    func body(of bytes: [UInt8]) throws(KeptStateError) -> ArraySlice<UInt8> {
        guard bytes.starts(with: mark.utf8) else { throw .otherFile }
        guard let end = bytes.prefix(200).firstIndex(of: UInt8(ascii: "\n")) else { throw .damaged }
        let words = String(decoding: bytes[mark.utf8.count..<end], as: UTF8.self).split(separator: " ")
        guard let number = words.first.flatMap({ Int($0) }) else { throw .damaged }
        guard number == Self.format else { throw .otherFormat(number, reads: Self.format) }
        let body = bytes[(end + 1)...]
        guard words.count == 2, let digest = try? SHA256.digest(of: Array(body)), digest.hex == words[1] else {
            throw .damaged
        }
        return body
    }
}
