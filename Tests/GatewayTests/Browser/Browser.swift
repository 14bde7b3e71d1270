import Foundation
import Glibc
import TestSupport

/// A headless Chromium, driven by the Chrome DevTools Protocol over a pipe, with a profile of its own that goes with it.
///
/// All hosts lead to one address, so whatever it asks for is seen there.
final class Browser {
    private let process = Process()
    /// Of the browser itself, which is no child of ours: what was started ends once that runs.
    private var number: Int32 = 0
    private let folder: String
    private let input: Int32
    private let output: Int32
    private var received: [UInt8] = []
    private var events: [[String: Any]] = []
    private var lastID = 0

    /// The program; `nil` where there is none.
    static let program: String? =
        ["/usr/bin/chromium-headless-shell", "/usr/bin/chromium", "/usr/bin/google-chrome"]
        .first { unsafe access($0, X_OK) == 0 }

    /// Starts a browser.
    ///
    /// - Parameter address: Where all hosts are: `127.0.0.1:40123`.
    /// - Throws: When there is no browser.
    init(address: String) throws {
        guard let program = Self.program else { throw FixtureError("there is no Chromium") }
        folder = try TemporaryDirectory.make("postern-browser")
        let (inputPath, outputPath) = (folder + "/in", folder + "/out")
        guard unsafe mkfifo(inputPath, 0o600) == 0, unsafe mkfifo(outputPath, 0o600) == 0 else {
            throw FixtureError("no pipe can be made in \(folder)")
        }
        // Open for both, so that neither side waits for the other.
        input = unsafe open(inputPath, O_RDWR | O_CLOEXEC)
        output = unsafe open(outputPath, O_RDWR | O_CLOEXEC)
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.arguments = [
            "-c", "exec \"$0\" \"$@\" 3<\"$POSTERN_IN\" 4>\"$POSTERN_OUT\"", program, "--headless",
            "--remote-debugging-pipe", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--hide-scrollbars",
            "--disable-features=HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,Translate",
            "--user-data-dir=\(folder)/profile", "--host-resolver-rules=MAP * \(address)", "about:blank",
        ]
        process.environment = ProcessInfo.processInfo.environment.merging(
            ["POSTERN_IN": inputPath, "POSTERN_OUT": outputPath, "HOME": folder]) { _, own in own }
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        let processes = try call("SystemInfo.getProcessInfo")["processInfo"] as? [[String: Any]] ?? []
        guard let browser = processes.first(where: { $0["type"] as? String == "browser" })?["id"] as? Int else {
            throw FixtureError("the browser does not know its number")
        }
        number = Int32(browser)
    }

    deinit {
        _ = try? call("Browser.close")
        if number > 0 { kill(number, SIGKILL) }
        // An ended process has no program any more, whoever takes note of its end.
        _ = comesTrue { (try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(number)/exe")) == nil }
        close(input)
        close(output)
        try? FileManager.default.removeItem(atPath: folder)
    }

    /// Opens a tab of its own.
    func openTab() throws -> Tab {
        let target = try call("Target.createTarget", ["url": "about:blank"])
        let session = try call(
            "Target.attachToTarget", ["targetId": target["targetId"] as Any, "flatten": true])
        guard let id = session["sessionId"] as? String else { throw FixtureError("the browser opened no tab") }
        return Tab(browser: self, session: id)
    }

    /// Calls a method and waits for its result, two minutes at most.
    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:], session: String? = nil) throws -> [String: Any] {
        lastID += 1
        var message: [String: Any] = ["id": lastID, "method": method, "params": parameters]
        message["sessionId"] = session
        try send([UInt8](JSONSerialization.data(withJSONObject: message)) + [0])
        while true {
            let answer = try receive()
            guard answer["id"] as? Int == lastID else {
                events.append(answer)
                continue
            }
            guard let result = answer["result"] as? [String: Any] else {
                throw FixtureError("\(method): \(answer["error"] ?? "no result")")
            }
            return result
        }
    }

    /// Waits for an event of a session, and takes it and all before it.
    func wait(for method: String, session: String) throws -> [[String: Any]] {
        while true {
            if let index = events.firstIndex(where: {
                $0["method"] as? String == method && $0["sessionId"] as? String == session
            }) {
                let taken = Array(events[...index])
                events.removeFirst(index + 1)
                return taken
            }
            events.append(try receive())
        }
    }

    private func send(_ bytes: [UInt8]) throws {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = unsafe rest.withUnsafeBytes { unsafe write(input, $0.baseAddress, $0.count) }
            guard count > 0 else { throw FixtureError("the browser takes nothing") }
            rest.removeFirst(count)
        }
    }

    private func receive() throws -> [String: Any] {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = received.firstIndex(of: 0) {
                let message = Data(received[..<end])
                received.removeFirst(end + 1)
                return try JSONSerialization.jsonObject(with: message) as? [String: Any] ?? [:]
            }
            var state = pollfd(fd: output, events: Int16(POLLIN), revents: 0)
            guard unsafe poll(&state, 1, 120_000) > 0 else { throw FixtureError("the browser does not answer") }
            let count = unsafe block.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
            guard count > 0 else { throw FixtureError("the browser has gone") }
            received += block[..<count]
        }
    }
}

/// A tab of a browser.
struct Tab {
    let browser: Browser
    let session: String

    /// Calls a method of the tab.
    @discardableResult
    func call(_ method: String, _ parameters: [String: Any] = [:]) throws -> [String: Any] {
        try browser.call(method, parameters, session: session)
    }

    /// Goes to an address and waits until it is loaded.
    ///
    /// - Returns: The addresses that were asked for on the way, those of images in the page itself left out.
    func go(to address: String) throws -> [String] {
        try call("Page.enable")
        try call("Network.enable")
        try call("Page.navigate", ["url": address])
        let events = try browser.wait(for: "Page.loadEventFired", session: session)
        return events.compactMap { event in
            guard event["method"] as? String == "Network.requestWillBeSent",
                let parameters = event["params"] as? [String: Any],
                let request = parameters["request"] as? [String: Any]
            else { return nil }
            return (request["url"] as? String).flatMap { $0.hasPrefix("data:") ? nil : $0 }
        }
    }

    /// The value of an expression, as JSON has it.
    func evaluate(_ expression: String) throws -> Any? {
        let result = try call("Runtime.evaluate", ["expression": expression, "returnByValue": true])
        if let fault = result["exceptionDetails"] { throw FixtureError("\(expression): \(fault)") }
        return (result["result"] as? [String: Any])?["value"]
    }

    /// What programs that read the page aloud get: role and name of every node that is not ignored.
    func accessibilityTree() throws -> [(role: String, name: String)] {
        let tree = try call("Accessibility.getFullAXTree")["nodes"] as? [[String: Any]] ?? []
        return tree.compactMap { node in
            guard node["ignored"] as? Bool != true, let role = (node["role"] as? [String: Any])?["value"] as? String
            else { return nil }
            return (role, (node["name"] as? [String: Any])?["value"] as? String ?? "")
        }
    }

    /// A picture of the whole page, as PNG.
    func screenshot() throws -> [UInt8] {
        let picture = try call("Page.captureScreenshot", ["format": "png"])["data"] as? String ?? ""
        return [UInt8](Data(base64Encoded: picture) ?? Data())
    }
}
