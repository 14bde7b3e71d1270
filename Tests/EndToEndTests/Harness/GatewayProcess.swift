import Foundation
import Glibc

/// A running `postern serve` on free ports.
final class GatewayProcess {
    /// The ready file as it was when the gateway said that it accepts.
    let listeners: [String: [String]]

    private let process = Process()
    private let folder: TemporaryFolder

    /// Why a gateway did not start.
    struct StartError: Error, CustomStringConvertible {
        let exitCode: Int32
        let messages: String
        var description: String { "postern serve exited with \(exitCode): \(messages)" }
    }

    /// Starts a gateway and returns once all its listeners accept.
    ///
    /// - Parameters:
    ///   - arguments: Options after `serve` and those for free ports.
    ///   - database: The value of `POSTERN_DATABASE_URL`.
    ///   - drainDelay: The value of `--drain-delay`.
    ///   - listen: The value of `--listen`.
    ///   - health: The value of `--health-listen`.
    ///   - shell: Commands for the shell that becomes the gateway, such as `ulimit -n 128`.
    /// - Throws: ``StartError`` when it ends before.
    init(
        _ arguments: [String] = [], database: String? = nil, drainDelay: String = "0s", listen: String = "127.0.0.1:0",
        health: String = "127.0.0.1:0", shell: String = ":"
    ) throws {
        folder = try TemporaryFolder()
        let readyFile = folder.url.appendingPathComponent("ready.json")
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments =
            ["-c", shell + " && exec \"$0\" \"$@\"", PosternProgram.url.path]
            + ["serve", "--listen=\(listen)", "--health-listen=\(health)", "--admin-listen=127.0.0.1:0"]
            + ["--ready-file=\(readyFile.path)", "--drain-delay=\(drainDelay)"] + arguments
        process.environment = PosternProgram.environment(database: database)
        process.standardError = try folder.file("messages")
        process.standardOutput = try folder.file("output")
        try process.run()
        var found: [String: [String]]?
        try eventually { [process] in
            if let data = try? Data(contentsOf: readyFile) { found = try Self.listeners(in: data) }
            return found != nil || !process.isRunning
        }
        guard let found else {
            process.waitUntilExit()
            throw StartError(exitCode: process.terminationStatus, messages: try folder.text("messages"))
        }
        listeners = found
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    /// A connection to the public listener.
    func get(_ target: String, host: String, method: String = "GET") throws -> HTTPAnswer {
        try HTTPAnswer.of(method, target, host: host, at: address("http"))
    }

    /// As ``get(_:host:method:)`` for a link, asking again while the answer is "not now": a look-up has 250 ms, and a busy
    /// machine may take longer.
    func follow(_ target: String, host: String) throws -> HTTPAnswer {
        var answer = try get(target, host: host)
        try eventually {
            if answer.status == 503 { answer = try get(target, host: host) }
            return answer.status != 503
        }
        return answer
    }

    /// Asks the health or the admin listener.
    func ask(_ kind: String, _ target: String) throws -> HTTPAnswer {
        try HTTPAnswer.of("GET", target, host: "localhost", at: address(kind))
    }

    /// Where the first listener of a kind is.
    func address(_ kind: String) -> String { addresses(kind).first ?? "" }

    /// Where the listeners of a kind are, in the order of the options.
    func addresses(_ kind: String) -> [String] { listeners[kind] ?? [] }

    /// What the gateway printed and logged so far.
    var output: String { get throws { try folder.text("output") } }
    var messages: String { get throws { try folder.text("messages") } }

    /// The process's number.
    var processIdentifier: Int32 { process.processIdentifier }

    /// Sends a signal.
    func signal(_ number: Int32) { kill(process.processIdentifier, number) }

    /// Sends SIGTERM and waits for the end.
    func stop() -> Int32 {
        process.terminate()
        return waitForEnd()
    }

    /// Waits for the end.
    func waitForEnd() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    private static func listeners(in data: Data) throws -> [String: [String]] {
        struct ReadyFile: Decodable {
            struct Listener: Decodable {
                let kind: String
                let address: String
            }
            let version: Int
            let listeners: [Listener]
        }
        let file = try JSONDecoder().decode(ReadyFile.self, from: data)
        return Dictionary(grouping: file.listeners, by: \.kind).mapValues { $0.map(\.address) }
    }
}

/// A condition that did not come true in time.
struct NeverHappened: Error {}

/// Waits until a condition holds, looking at it again and again.
///
/// - Throws: ``NeverHappened`` after a minute.
func eventually(_ condition: () throws -> Bool) throws {
    let deadline = ContinuousClock.now + .seconds(60)
    while try !condition() {
        guard ContinuousClock.now < deadline else { throw NeverHappened() }
        usleep(10_000)
    }
}
