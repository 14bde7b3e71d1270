import DeepLinks
import Foundation
import Testing

@testable import ClientCode

/// The Kotlin code of several apps, compiled into one program that reads URLs as ``SwiftProgram`` does.
struct KotlinProgram {
    /// The jar files with the compiler and the standard library: the folder that `POSTERN_KOTLIN` names.
    static let jars = ProcessInfo.processInfo.environment["POSTERN_KOTLIN"].map { URL(fileURLWithPath: $0) }

    private let folder: URL
    private let classPath: String

    init(_ codes: [KotlinCode]) throws {
        let jars = try #require(Self.jars)
        let names = try FileManager.default.contentsOfDirectory(atPath: jars.path)
        let library = try #require(names.first { $0.hasPrefix("kotlin-stdlib-") })
        folder = FileManager.default.temporaryDirectory.appending(path: "postern-code-\(UUID().uuidString)")
        classPath = "out:" + jars.appending(path: library).path
        var files = ["main.kt": Self.driver(codes), "stubs.kt": Self.testStubs]
        for code in codes {
            for file in code.files where file.path.hasSuffix(".kt") { files["\(code.name)/\(file.path)"] = file.text }
        }
        for (name, text) in files {
            let file = folder.appending(path: "sources/\(name)")
            try FileManager.default.createDirectory(
                at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data(text.utf8).write(to: file)
        }
        let arguments = [
            "-Xmx1g", "-XX:+UseSerialGC", "-cp", jars.path + "/*", "org.jetbrains.kotlin.cli.jvm.K2JVMCompiler",
            "-Werror",
            "-Xallow-kotlin-package", "-no-stdlib", "-no-reflect", "-cp", jars.appending(path: library).path, "-d",
            "out", "sources",
        ]
        let status = try ChildProgram.run("/usr/bin/env", ["java"] + arguments, in: folder)
        let messages = try String(contentsOf: folder.appending(path: "messages"), encoding: .utf8)
        try #require(status == 0, "\(messages.prefix(4000))")
    }

    /// Removes what was built.
    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// The answers to lines, in order.
    func answers(_ lines: [String]) throws -> [Substring] {
        try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: folder.appending(path: "input"))
        let status = try ChildProgram.run(
            "/usr/bin/env", ["java", "-XX:+UseSerialGC", "-cp", classPath, "MainKt"], in: folder)
        let messages = try String(contentsOf: folder.appending(path: "messages"), encoding: .utf8)
        try #require(status == 0, "\(messages.prefix(4000))")
        return try String(contentsOf: folder.appending(path: "output"), encoding: .utf8).split(separator: "\n")
    }

    private static func driver(_ codes: [KotlinCode]) -> String {
        let imports = codes.enumerated().flatMap { index, code in
            ["import \(code.quotedName).url as url\(index)"]
                + (code.links.app.scheme == nil ? [] : ["import \(code.quotedName).schemeUrl as schemeUrl\(index)"])
        }
        let readers = codes.enumerated().map { index, code in
            """
                { url, host ->
                    val link = \(code.quotedName).\(code.typeName).parse(url)
                    Triple(link, link.url\(index)(host), \(code.links.app.scheme == nil ? "null" : "link.schemeUrl\(index)"))
                },
            """
        }
        let tests = codes.map { code in
            "        \(code.quotedName).\(code.typeName)Test(),"
        }
        return """
            \(imports.joined(separator: "\n"))
            import java.net.URI
            import java.net.URISyntaxException

            val readers = listOf<(URI, String) -> Triple<Any, URI?, URI?>>(
            \(readers.joined(separator: "\n"))
            )

            fun hex(text: String) = text.encodeToByteArray().joinToString("") { "%02x".format(it) }

            fun field(value: Any?): String =
                when (value) {
                    null -> "nil"
                    is String -> hex(value)
                    is List<*> -> value.joinToString(";", "[", "]") { hex(it as String) }
                    else -> value.toString()
                }

            fun name(link: Any): String {
                val fields = link.javaClass.declaredFields.filter { it.name != "INSTANCE" }
                val values = fields.map { it.isAccessible = true; "${it.name}=${field(it.get(link))}" }
                val type = link.javaClass.name.substringAfter('$').replace('$', '.')
                return if (values.isEmpty()) type else values.joinToString(",", "$type(", ")")
            }

            fun runTests() {
                val suites = listOf(
            \(tests.joined(separator: "\n"))
                )
                for (suite in suites) {
                    for (test in suite.javaClass.declaredMethods.filter { it.parameterCount == 0 && it.name.contains(' ') }) {
                        test.invoke(suite)
                    }
                }
            }

            fun main() {
                runTests()
                val output = StringBuilder()
                for (line in generateSequence(::readLine)) {
                    val (index, host, text) = line.split(' ', limit = 3)
                    val answer =
                        try {
                            val (link, printed, own) = readers[index.toInt()](URI(text), host)
                            "${name(link)}\\t${printed ?: "-"}\\t${own ?: "-"}"
                        } catch (_: URISyntaxException) {
                            "~"
                        } catch (exception: Exception) {
                            val isReason = exception.javaClass.name.contains(".LinkException$")
                            if (isReason) "!" + exception.javaClass.simpleName else throw exception
                        }
                    output.append(answer).append('\\n')
                }
                print(output)
            }

            """
    }

    /// As much of `kotlin.test` as the generated tests use.
    private static let testStubs = """
        package kotlin.test

        annotation class Test

        fun assertEquals(expected: Any?, actual: Any?) {
            if (expected != actual) throw AssertionError("expected $expected, got $actual")
        }

        inline fun <reified Failure : Throwable> assertFailsWith(message: String, block: () -> Unit) {
            try {
                block()
            } catch (failure: Throwable) {
                if (failure is Failure) return
                throw failure
            }
            throw AssertionError(message)
        }

        """
}
