import ClientCode
import CommandLine

/// `postern code kotlin`: an Android app's links as Kotlin sources.
struct CodeKotlin: Command {
    static let spec = CommandSpec(
        "code kotlin", "Writes an Android app's links as Kotlin sources.",
        discussion: [
            "The sources read exactly the URLs that the routes open the app with, as types below a sealed interface, and"
                + " print them; they need the standard library only, of Kotlin 1.9 or later. With them come tests of the"
                + " routes' examples, the intent filters for the manifest, which say where they are wider than the routes,"
                + " and the app's Digital Asset Links statement."
        ],
        options: CodeRequest.options, answers: CodeRequest.answers,
        examples: [
            .init("write it", "postern code kotlin --tenant acme --out acme-links"),
            .init("in the app's CI", "postern code kotlin --tenant acme --fleet fleet.json5 --check acme-links"),
        ])

    private let request: CodeRequest

    init(_ arguments: ParsedArguments) throws {
        request = try CodeRequest(arguments)
    }

    func run(_ console: Console) throws -> ExitCode { try request.run(.kotlin, console) }
}
