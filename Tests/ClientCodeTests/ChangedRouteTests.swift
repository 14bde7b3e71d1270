import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// A changed route shows up as a compile error where the app asks which link it has: the app's code was right before.
///
/// All changes are compiled at once, each with types of its own.
@Suite struct ChangedRouteTests {
    @Test(arguments: RouteChange.all)
    func `a changed route is a compile error in the switch`(_ change: RouteChange) throws {
        let errors = try Self.swiftErrors.get()[change.name] ?? []
        #expect(errors.map(\.line) == change.swift.map(\.line), "\(errors)")
        for (error, expected) in zip(errors, change.swift) { #expect(error.text.contains(expected.text), "\(error)") }
    }

    @Test(
        .enabled(if: KotlinProgram.jars != nil, "Kotlin's compiler is not there: see 'scripts/test --slow'"),
        arguments: RouteChange.all)
    func `a changed route is a compile error in the when`(_ change: RouteChange) throws {
        let errors = try Self.kotlinErrors.get()[change.name] ?? []
        #expect(errors.map(\.line) == change.kotlin.map(\.line), "\(errors)")
        for (error, expected) in zip(errors, change.kotlin) { #expect(error.text.contains(expected.text), "\(error)") }
    }

    private static let swiftErrors = Result {
        try compile(app: RouteChange.swiftApp, suffix: "swift") { tenant in
            let code = SwiftCode(try ClientLinks(tenant, app: tenant.apps[0].name), revision: "0")
            return (code.sources.filter { $0.path.hasSuffix("/\(code.typeName).swift") }, code.typeName)
        } command: { files in
            ["swiftc", "-typecheck", "-wmo", "-parse-as-library", "-module-name", "App", "-swift-version", "6"] + files
        }
    }

    private static let kotlinErrors = Result {
        let jars = try #require(KotlinProgram.jars)
        let names = try FileManager.default.contentsOfDirectory(atPath: jars.path)
        let library = jars.appending(path: try #require(names.first { $0.hasPrefix("kotlin-stdlib-") })).path
        return try compile(app: RouteChange.kotlinApp, suffix: "kt") { tenant in
            let code = KotlinCode(try ClientLinks(tenant, app: tenant.apps[2].name), revision: "0")
            return (code.sources, "\(code.name).\(code.typeName)")
        } command: { files in
            [
                "java", "-Xmx1g", "-XX:+UseSerialGC", "-cp", jars.path + "/*",
                "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler", "-no-stdlib", "-no-reflect", "-cp", library, "-d", "out",
            ] + files
        }
    }

    /// Compiles the app with the code of each change.
    ///
    /// - Returns: The errors by the change's name, each with the line of the app that it is at.
    private static func compile(
        app: String, suffix: String, code: (Tenant) throws -> (files: [CodeFile], type: String),
        command: ([String]) -> [String]
    ) throws -> [String: [RouteChange.Problem]] {
        let folder = FileManager.default.temporaryDirectory.appending(path: "postern-code-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        var names: [String] = []
        for change in RouteChange.all {
            let (files, type) = try code(change.tenant())
            let text = app.replacing("LINK", with: type).replacing("NAME", with: change.name)
            let own = (name: "\(change.name).\(suffix)", text: text)
            let generated = files.map { file in
                (name: "\(change.name)-\(file.path.split(separator: "/").last ?? "")", text: file.text)
            }
            for file in generated + [own] {
                try Data(file.text.utf8).write(to: folder.appending(path: file.name))
                names.append(file.name)
            }
        }
        _ = try ChildProgram.run("/usr/bin/env", command(names), in: folder)
        let messages = try String(contentsOf: folder.appending(path: "messages"), encoding: .utf8)
        let lines = app.split(separator: "\n", omittingEmptySubsequences: false)
        var problems: [String: [RouteChange.Problem]] = [:]
        for message in messages.split(separator: "\n") {
            guard let match = message.wholeMatch(of: /(?:.*\/)?(?<file>[^\/:]+):(?<line>\d+):\d+: error: (?<text>.*)/),
                let line = Int(match.output.line)
            else { continue }
            let name = String(match.output.file.prefix { $0 != "." })
            // An error in the generated code is none that is expected.
            let isApp = RouteChange.all.contains { $0.name == name }
            let place = isApp ? lines[line - 1].trimmingCharacters(in: .whitespaces) : String(match.output.file)
            problems[name, default: []].append(.init(line: place, text: String(match.output.text)))
        }
        return problems
    }
}
