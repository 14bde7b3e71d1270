/// How a command ends.
///
/// 0 is yes or done; 1 to 9 are answers, each command's own; 64 and up say that the command could not answer. No
/// command uses 1 for failure.
package struct ExitCode: Equatable, Sendable {
    /// The number that the process exits with, 0 to 125.
    package let rawValue: UInt8

    private init(_ rawValue: UInt8) {
        self.rawValue = rawValue
    }

    /// 0: yes or done.
    package static let done = ExitCode(0)
    /// 64: the command line makes no sense.
    package static let usage = ExitCode(64)
    /// 65: an input was refused; the message names the rule.
    package static let refused = ExitCode(65)
    /// 66: an input is missing or cannot be read.
    package static let noInput = ExitCode(66)
    /// 69: the database or the network is away.
    package static let unavailable = ExitCode(69)
    /// 70: a fault of the program itself.
    package static let software = ExitCode(70)
    /// 73: another writer was in the way.
    package static let conflict = ExitCode(73)
    /// 75: not yet; the time to wait is over.
    package static let notYet = ExitCode(75)
    /// 77: not permitted.
    package static let notPermitted = ExitCode(77)
    /// 78: the configuration or the schema does not fit this program.
    package static let configuration = ExitCode(78)

    /// An answer of the command other than yes.
    ///
    /// - Parameter number: 1 to 9, documented by the command.
    /// - Returns: The code.
    package static func answer(_ number: UInt8) -> ExitCode {
        precondition((1...9).contains(number), "an answer is 1 to 9")
        return ExitCode(number)
    }

    /// Every code that any command may end with beside its answers, with its meaning; in order.
    package static let table: [(code: ExitCode, meaning: String)] = [
        (.done, "yes or done"),
        (.usage, "the command line makes no sense"),
        (.refused, "an input was refused; the message names the rule"),
        (.noInput, "an input is missing or cannot be read"),
        (.unavailable, "the database or the network is away"),
        (.software, "a fault of the program itself"),
        (.conflict, "another writer was in the way"),
        (.notYet, "not yet; the time to wait is over"),
        (.notPermitted, "not permitted"),
        (.configuration, "the configuration or the schema does not fit this program"),
    ]
}
