import Foundation
import Testing

/// The inputs that tests and fuzzing share.
enum Corpus {
    struct Entry: CustomTestStringConvertible {
        var name: String
        var bytes: [UInt8]

        var testDescription: String {
            name
        }
    }

    static let requests = load("requests")
    static let bodies = load("bodies")

    private static func load(_ target: String) -> [Entry] {
        let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../Fuzz/Corpus/\(target)")
        let files = (try? FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)) ?? []
        return files.sorted { $0.path < $1.path }.compactMap { file in
            (try? Data(contentsOf: file)).map { Entry(name: file.lastPathComponent, bytes: Array($0)) }
        }
    }
}
