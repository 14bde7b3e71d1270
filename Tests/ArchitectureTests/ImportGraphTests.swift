import Foundation
import Testing

/// Holds the arrows between modules: the compiler lets a module import what another one links.
@Suite struct ImportGraphTests {
    /// The modules of the toolchain that any module may import.
    private static let toolchain: Set<String> = ["Swift", "Synchronization"]

    @Test(arguments: ModuleTable.rows)
    func `a module imports only what its line names`(module: ModuleRow) throws {
        let files = Repository.files(under: module.folder, endingIn: ".swift")
        try #require(!files.isEmpty)
        var allowed = module.imports.union(Self.toolchain)
        if ModuleTable.glibcUsers.contains(module.name) { allowed.insert("Glibc") }
        for file in files {
            for name in try Sources.of(file).imports {
                #expect(allowed.contains(name), "\(file) imports \(name)")
            }
        }
    }

    @Test func `a module imports from lines above its own`() {
        var above: Set<String> = ["CLinux", "COpenSSL", "CCares", "CCurl", "CIDN2", "CPSL", "CNGHTTP2", "CPostgres"]
        for row in ModuleTable.rows {
            #expect(row.imports.isSubset(of: above), "\(row.name) imports from below")
            above.insert(row.name)
        }
    }

    @Test(arguments: ModuleTable.rows)
    func `the package manifest says the same`(module: ModuleRow) throws {
        let manifest = try Repository.text("Package.swift")
        let start = try #require(
            manifest.range(of: "module(\"\(module.name)\"") ?? manifest.range(
                of: "module(\n            \"\(module.name)\"")
                ?? manifest.range(of: "arget(\n            name: \"\(module.name)\"")
        )
        // Up to the next target: what stands in quotes and is known is a dependency.
        let rest = manifest[start.upperBound...]
        let end = ["module(", "arget(\n", "// Tests"].compactMap { rest.range(of: $0)?.lowerBound }.min()
        let words = rest[..<(end ?? rest.endIndex)].split(separator: "\"").map(String.init)
        let known = Set(ModuleTable.rows.map(\.name)).union(ModuleTable.rows.flatMap(\.imports))
        #expect(Set(words).intersection(known).subtracting([module.name]) == module.imports)
    }

    @Test func `every folder of Sources has its line`() {
        let folders = Set(
            Repository.files(under: "Sources", endingIn: ".swift").map { String($0.split(separator: "/")[1]) })
        #expect(folders == Set(ModuleTable.rows.map(\.name)).subtracting(["sql"]))
    }
}
