import CommandLine

/// A command that changes what the gateways serve: it takes `--wait` besides what its spec says.
///
/// The shell waits for all of them in one place, ``GatewayWait``, so a command does nothing for it but say so.
protocol FleetWrite: Command {
    /// The database that it writes to.
    var database: DatabaseAddress { get }
}

extension Command {
    /// The spec with the options that every command of the kind takes.
    static var wholeSpec: CommandSpec {
        guard self is any FleetWrite.Type else { return spec }
        return spec.adding(options: WaitArguments.options, flags: WaitArguments.flags)
    }
}
