import ClientCode
import CommandLine

/// `postern code swift`: an iOS app's links as a Swift package.
struct CodeSwift: Command {
    static let spec = CommandSpec(
        "code swift", "Writes an iOS app's links as a Swift package.",
        discussion: [
            "The package reads exactly the URLs that the routes open the app with, as cases of an enum, and prints them;"
                + " it needs Foundation only. With it come tests of the routes' examples, and the entitlements and URL types"
                + " to copy. With --router come a router for SwiftUI and a scene's delegate for UIKit to start from: they"
                + " are yours, so that a later run leaves them as they are and --check does not ask for them."
        ],
        options: CodeRequest.options, flags: [CodeRequest.router], answers: CodeRequest.answers,
        examples: [
            .init("write it", "postern code swift --tenant acme --out AcmeLinks"),
            .init("with a router to start from", "postern code swift --tenant acme --out AcmeLinks --router"),
            .init("in the app's CI", "postern code swift --tenant acme --fleet fleet.json5 --check AcmeLinks"),
        ])

    private let request: CodeRequest

    init(_ arguments: ParsedArguments) throws {
        request = try CodeRequest(arguments, withRouter: arguments.has(CodeRequest.router))
    }

    func run(_ console: Console) throws -> ExitCode { try request.run(.swift, console) }
}
