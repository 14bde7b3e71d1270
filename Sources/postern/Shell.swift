import CommandLine

/// Runs one command line.
struct Shell {
    /// Where commands write.
    let console: Console

    /// Parses the words, runs the command that they name, and says how it ended.
    ///
    /// Every error becomes a message on standard error here, and an exit code in ``CommandFailure/init(_:)``.
    func run(_ arguments: [String]) -> ExitCode {
        do {
            switch try Program.postern.parse(arguments) {
            case .text(let text):
                try console.write(text)
                return .done
            case .command(let arguments):
                let command = try Program.command(of: arguments.spec).init(arguments)
                guard let write = command as? any FleetWrite,
                    let wait = GatewayWait(try WaitArguments(arguments), for: write.database)
                else { return try command.run(console) }
                let code = try command.run(console)
                return code == .done ? try wait.run(console) : code
            }
        } catch {
            let failure = CommandFailure(error)
            console.note("postern: \(failure.message)")
            if let usage = error as? UsageError { console.note(hint(after: usage)) }
            return failure.code
        }
    }

    private func hint(after error: UsageError) -> String {
        "'postern help\(error.command.isEmpty ? "" : " ")\(error.command)' shows what there is"
    }
}
