/// The file in which a gateway keeps what it serves: the blocks of its routing table as requests read them, so that a
/// start compiles nothing.
///
/// In this order: ``mark`` and the number of the format, in a line that is filled up with spaces to 24 bytes; each block,
/// at a multiple of 8, and each tenant's text; the index; the offset of the index in 8 bytes; the SHA-256 of all that is
/// before it. Numbers take 8 bytes, the lowest first, flags one; a text or a list begins with its length. The index holds
/// the generation; the tenants, domains and routes by their record numbers; and the tenants, each with its domains.
enum StateImage {
    /// What the first line of a file begins with, in every format.
    static let mark = "postern-state "

    /// The number of the format that is written and read.
    static let format = 2

    /// The first line.
    static let head: [UInt8] = {
        let text = Array("\(mark)\(format)".utf8)
        return text + Array(repeating: UInt8(ascii: " "), count: 23 - text.count) + [UInt8(ascii: "\n")]
    }()
}
