import CommandLine

/// A command: made from its arguments, which it reads whole before it does anything, and run once.
protocol Command: SendableMetatype {
    /// What it is called, takes and does.
    static var spec: CommandSpec { get }

    /// Reads the arguments.
    init(_ arguments: ParsedArguments) throws

    /// Does it.
    func run(_ console: Console) throws -> ExitCode
}
