package import Glibc

extension Program {
    /// Starts a program as a service manager does that gives it sockets: sd_listen_fds(3).
    ///
    /// - Parameters:
    ///   - path: The program.
    ///   - arguments: Its arguments.
    ///   - sockets: The descriptors, which become 3 and those that follow.
    ///   - log: The file that receives what it writes.
    /// - Returns: The process, to be waited for.
    /// - Throws: When it cannot be started.
    package static func activate(
        _ path: String, _ arguments: [String], sockets: [Int32], log: String
    ) throws -> pid_t {
        let script = """
            log=$1 count=$2
            shift 2
            for number in $(seq 3 $((count + 2))); do
                eval "exec $number<&$1"
                shift
            done
            export LISTEN_PID=$$ LISTEN_FDS=$count
            exec "$@" >"$log" 2>&1
            """
        // Above all of them, so that none is overwritten before it is passed on.
        let base = (sockets.max() ?? 3) + 20
        let numbers = sockets.indices.map { base + Int32($0) }
        return try spawn(
            "/bin/bash",
            ["-c", script, "activate", log, "\(sockets.count)"] + numbers.map { "\($0)" } + [path] + arguments,
            input: nil, output: STDERR_FILENO, inherited: Dictionary(uniqueKeysWithValues: zip(numbers, sockets)))
    }

    /// Waits for the end of a process that was started here.
    ///
    /// - Returns: Its exit status, or 128 and the number of the signal that ended it.
    package static func end(of process: pid_t) -> Int32 { wait(for: process) }
}
