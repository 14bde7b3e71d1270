import Foundation

/// The files of the repository that the tests were built from.
enum Repository {
    /// The folder that holds Package.swift.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// The text of a file.
    static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
    }

    /// The files below a folder, as paths from the root, in order; no build products.
    static func files(under folder: String, endingIn suffix: String = "") -> [String] {
        let base = folder.isEmpty ? root : root.appendingPathComponent(folder)
        guard let walk = FileManager.default.enumerator(atPath: base.path) else { return [] }
        var paths: [String] = []
        for case let path as String in walk {
            if path.hasPrefix(".build") || path == ".git" {
                walk.skipDescendants()
            } else if path.hasSuffix(suffix), walk.fileAttributes?[.type] as? FileAttributeType == .typeRegular {
                paths.append(folder.isEmpty ? path : "\(folder)/\(path)")
            }
        }
        return paths.sorted()
    }
}
