/// Why a kept state cannot be used.
package enum FleetStateError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file is none of ours.
    case otherFile
    /// The file is of another format, which another version of the program writes.
    case otherFormat(Int)
    /// Not all of the file is what was written.
    case damaged

    /// What is wrong and what follows, in a clause.
    package var description: String {
        switch self {
        case .otherFile: "it is no state of a fleet"
        case .otherFormat(let number):
            "it has format \(number), this program reads format \(FleetState.format): start the program that wrote it"
        case .damaged: "it is damaged: its checksum does not fit"
        }
    }
}
