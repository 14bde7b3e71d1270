import CommandLine

/// Whether, and how, a command that writes waits for the gateways.
struct WaitArguments {
    private static let wait = Flag(
        "wait", "end when every gateway serves the change: 0 when all do, 75 with the names of those that do not")
    private static let ignoresSilent = Flag("ignore-silent", "with --wait: do not wait for gateways that are silent")
    private static let timeout = Option("timeout", "TIME", "with --wait: for how long; 30s by default")

    /// The options that are read here.
    static let options = [timeout]
    /// The flags that are read here.
    static let flags = [wait, ignoresSilent]

    /// The time to wait; `nil` when nothing is waited for.
    let limit: Duration?
    /// Whether silent gateways do not count.
    let ignoresSilent: Bool

    /// Reads them.
    init(_ arguments: ParsedArguments) throws {
        let given = try arguments.duration(Self.timeout)
        ignoresSilent = arguments.has(Self.ignoresSilent)
        guard arguments.has(Self.wait) else {
            guard given == nil, !ignoresSilent else {
                throw arguments.combination("--timeout and --ignore-silent go with --wait")
            }
            limit = nil
            return
        }
        limit = given ?? .seconds(30)
    }
}
