import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// The Swift code of several apps, compiled into one program that reads URLs.
///
/// A line `INDEX HOST URL` is answered with `~` where Foundation has another text for the URL, with `!` and the reason
/// where it is no link, and else with the link, what it is printed as on the host, and its scheme URL, parted by tabs.
struct SwiftProgram {
    private let folder: URL

    /// Compiles the code.
    ///
    /// - Parameters:
    ///   - codes: The code of apps whose types have different names.
    ///   - isOptimised: Whether to optimise: that takes the compiler longer, and 10,000 URLs a fleet a tenth of the time.
    /// - Throws: When the compiler finds a fault, or a warning.
    init(_ codes: [SwiftCode], isOptimised: Bool) throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "postern-code-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var files: [String: String] = ["main.swift": Self.driver(codes)]
        for code in codes {
            for file in code.sources {
                let name = String(file.path.split(separator: "/").last ?? "")
                // What is the same for all tenants is there once.
                #expect(files[name] == nil || files[name] == file.text)
                files[name] = file.text
            }
        }
        for (name, text) in files {
            try Data(text.utf8).write(to: folder.appending(path: name))
        }
        let outcome = try ChildProgram.run(
            "/usr/bin/env",
            ["swiftc", "-swift-version", "6", "-warnings-as-errors", "-j2", "-o", "links"]
                + (isOptimised ? ["-O", "-wmo", "-num-threads", "2"] : []) + files.keys.sorted(),
            in: folder)
        let messages = try String(contentsOf: folder.appending(path: "messages"), encoding: .utf8)
        try #require(outcome == 0, "\(messages.prefix(4000))")
    }

    /// Removes what was built.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The answers to lines, in order.
    func answers(_ lines: [String]) throws -> [Substring] {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "input"))
        let status = try ChildProgram.run(folder.appending(path: "links").path, [], in: folder)
        try #require(status == 0)
        return try String(contentsOf: folder.appending(path: "output"), encoding: .utf8).split(separator: "\n")
    }

    private static func driver(_ codes: [SwiftCode]) -> String {
        let readers = codes.map { code in
            """
                { text, host in
                    let link = try \(code.typeName)(text)
                    return (link, link.url(on: host), \(code.links.app.scheme == nil ? "nil" : "link.schemeURL"))
                },
            """
        }
        return """
            import Foundation

            let readers: [(URL, String) throws -> (Any, URL?, URL?)] = [
            \(readers.joined(separator: "\n"))
            ]

            func hex(_ text: String) -> String {
                text.utf8.map { String(UInt16($0) + 0x100, radix: 16).dropFirst() }.joined()
            }

            func field(_ value: Any) -> String {
                let mirror = Mirror(reflecting: value)
                if mirror.displayStyle == .optional { return mirror.children.first.map { field($0.value) } ?? "nil" }
                if let text = value as? String { return hex(text) }
                if let texts = value as? [String] { return "[" + texts.map(hex).joined(separator: ";") + "]" }
                return "\\(value)"
            }

            func name(_ value: Any) -> String {
                let mirror = Mirror(reflecting: value)
                guard let child = mirror.children.first, let label = child.label else { return "\\(value)" }
                let payload = Mirror(reflecting: child.value)
                guard payload.displayStyle != .enum else { return "\\(label)(\\(name(child.value)))" }
                let fields = payload.children.map { "\\($0.label ?? "")=\\(field($0.value))" }
                return "\\(label)(\\(fields.joined(separator: ",")))"
            }

            while let line = readLine() {
                let parts = line.split(separator: " ", maxSplits: 2)
                guard let url = URL(string: String(parts[2])), url.absoluteString == parts[2] else {
                    print("~")
                    continue
                }
                do {
                    let (link, printed, own) = try readers[Int(parts[0])!](url, String(parts[1]))
                    print(name(link), printed?.absoluteString ?? "-", own?.absoluteString ?? "-", separator: "\\t")
                } catch {
                    print("!", Mirror(reflecting: error).children.first?.label ?? "", separator: "")
                }
            }

            """
    }
}
