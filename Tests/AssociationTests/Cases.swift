import Foundation
import Testing

/// Right answers from outside the project, where they are at hand.
enum Cases {
    static let folder = ProcessInfo.processInfo.environment["POSTERN_CASES"]

    /// Skips a test where there are none.
    static var areThere: Bool { folder != nil }
    static let reason: Comment = "POSTERN_CASES does not name the folder of cases"

    /// The rows of a table, without its head.
    static func rows(_ name: String) throws -> [[String]] {
        try text(name).split(separator: "\n").dropFirst().map { line in
            line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
        }
    }

    /// The files of a folder by name.
    static func files(_ name: String) throws -> [(name: String, bytes: [UInt8])] {
        let folder = try #require(folder) + "/" + name
        return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { file in
            (file, Array(try #require(FileManager.default.contents(atPath: "\(folder)/\(file)"))))
        }
    }

    private static func text(_ name: String) throws -> String {
        try String(contentsOfFile: try #require(folder) + "/" + name, encoding: .utf8)
    }
}
