import CommandLine
import Glibc
import Platform

/// The one executable.
@main
enum Postern {
    static func main() {
        OpenFiles.reserveStandardStreams()
        let arguments = Array(Swift.CommandLine.arguments.dropFirst())
        exit(Int32(Shell(console: Console()).run(arguments).rawValue))
    }
}
