/// Why what is kept on disk cannot be used.
package enum KeptStateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file is none of ours.
    case otherFile
    /// The file is of another format, which another version of the program writes.
    case otherFormat(Int, reads: Int)
    /// Not all of the file is what was written.
    case damaged

    /// What is wrong and what follows, in a clause.
    package var description: String {
        switch self {
        case .otherFile: "it is no state that a gateway keeps"
        case .otherFormat(let number, let read):
            "it has format \(number), this program reads format \(read): start the program that wrote it"
        case .damaged: "it is damaged: its checksum does not fit"
        }
    }
}
