import CommandLine
import DeepLinks
import FleetStore
import Platform

/// A fleet file by its path; `-` is standard input.
struct FleetFileArgument {
    let path: String

    init(path: String) {
        self.path = path
    }

    init(_ arguments: ParsedArguments) throws {
        path = try arguments.word(.fleetFile)
    }

    /// Reads the file.
    func document() throws -> FleetDocument {
        try FleetDocument(reading: try File.read(path == "-" ? standardInput() : path))
    }
}

extension FleetDocument {
    /// Runs what may refuse the file's values, and shows refusals where they arise in the file.
    func placing<Result>(_ body: () throws(StoreError) -> Result) throws -> Result {
        do throws(StoreError) {
            return try body()
        } catch {
            guard case .refused(let refusals) = error else { throw error }
            throw self.error(for: refusals)
        }
    }
}
