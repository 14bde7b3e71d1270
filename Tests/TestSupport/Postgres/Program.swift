import Glibc

/// Runs a program to its end and takes what it wrote.
package enum Program {
    /// How a program ended.
    package struct Outcome: Sendable {
        /// Its exit status, or 128 and the number of the signal that ended it.
        package var status: Int32
        /// What it wrote.
        package var output: String
    }

    /// Runs a program with stdout and stderr together in the outcome, and stdin empty.
    package static func run(_ path: String, _ arguments: [String]) throws -> Outcome {
        let output = try Pipe()
        let child = try spawn(path, arguments, input: nil, output: output.writeEnd)
        output.closeWriteEnd()
        let text = output.readToEnd()
        return Outcome(status: wait(for: child), output: text)
    }

    /// Starts a program; `nil` as input is `/dev/null`, and the child gets further descriptors under the numbers that are
    /// their keys.
    static func spawn(
        _ path: String, _ arguments: [String], input: Int32?, output: Int32, inherited: [Int32: Int32] = [:]
    ) throws -> pid_t {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        if let input {
            unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0)
        }
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
        unsafe posix_spawn_file_actions_adddup2(&actions, output, 2)
        for (number, descriptor) in inherited {
            unsafe posix_spawn_file_actions_adddup2(&actions, descriptor, number)
        }
        var words: [UnsafeMutablePointer<CChar>?] = unsafe ([path] + arguments).map { unsafe strdup($0) }
        unsafe words.append(nil)
        defer { for index in unsafe words.indices { unsafe free(words[index]) } }
        var child: pid_t = 0
        let status = unsafe posix_spawn(&child, path, &actions, nil, words, environ)
        guard status == 0 else { throw PostgresFixtureError("cannot run \(path): error \(status)") }
        return child
    }

    /// Waits until a child has ended and gives its exit status, or 128 and the signal's number.
    @discardableResult
    static func wait(for child: pid_t) -> Int32 {
        var status: Int32 = 0
        while unsafe waitpid(child, &status, 0) < 0 {
            guard errno == EINTR else { return -1 }
        }
        let signal = status & 0x7f
        return signal == 0 ? (status >> 8) & 0xff : 128 + signal
    }
}

/// A pipe whose ends children do not inherit unless they are given them.
final class Pipe {
    let readEnd: Int32
    private(set) var writeEnd: Int32

    init() throws {
        var ends: [Int32] = [-1, -1]
        // Closed on exec from the first moment: another thread may be starting a child that lives long. pipe2(2) could do
        // that too, but Swift does not see it.
        let kind = Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue)
        guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else {
            throw PostgresFixtureError("no pipe is left")
        }
        readEnd = ends[0]
        writeEnd = ends[1]
    }

    deinit {
        close(readEnd)
        closeWriteEnd()
    }

    func closeWriteEnd() {
        guard writeEnd >= 0 else { return }
        close(writeEnd)
        writeEnd = -1
    }

    /// Reads up to the end, or up to and with the first of the lines given.
    func readToEnd(orLine line: String? = nil) -> String {
        var bytes: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 4096)
        while true {
            let count = unsafe read(readEnd, &chunk, chunk.count)
            if count < 0 && errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += chunk[..<count]
            if let line, bytes.suffix(line.utf8.count + 1).elementsEqual((line + "\n").utf8) { break }
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}
