import Testing

/// Rules about the text of the sources that neither compiler nor formatter holds.
@Suite struct SourceRulesTests {
    struct Ban: CustomTestStringConvertible {
        let rule: String
        /// Whether a line of code breaks the rule.
        let isBroken: @Sendable (String) -> Bool
        /// The modules and files that may.
        var exempt: Set<String> = []
        var testDescription: String { rule }
    }

    static let bans = [
        Ban(
            rule: "unsafe stays in the modules that wrap C",
            isBroken: { $0.contains(/\bunsafe\b/) || $0.contains(/@unsafe\b/) },
            exempt: ModuleTable.wrappers.union(ModuleTable.unsafeFiles)),
        Ban(
            rule: "Sendable by assertion stays in the modules that wrap C",
            isBroken: { $0.contains(/@unchecked\b/) },
            exempt: ModuleTable.wrappers.union(ModuleTable.unsafeFiles)),
        Ban(rule: "no unsafe global state", isBroken: { $0.contains(/nonisolated\(unsafe\)/) }),
        Ban(rule: "no print", isBroken: { $0.contains(/(^|[^\w.])(print|debugPrint|dump)\(/) }),
        Ban(rule: "no fatalError", isBroken: { $0.contains(/\bfatalError\b/) }),
        Ban(rule: "no try! and no as!", isBroken: { $0.contains(/\b(try|as)!/) }),
        Ban(
            rule: "no forced unwrap",
            isBroken: { $0.contains(/[\w\)\]\}?]!([.\[\(\),;:]|\s|$)/) && !$0.contains(/\bas!|\btry!/) }),
        Ban(
            rule: "no Synchronization.Mutex, which ThreadSanitizer does not see", isBroken: { $0.contains(/\bMutex\b/) }
        ),
    ]

    @Test(arguments: bans)
    func `no source breaks the rule`(ban: Ban) throws {
        for row in ModuleTable.rows where !ban.exempt.contains(row.name) {
            for file in Repository.files(under: row.folder, endingIn: ".swift") where !ban.exempt.contains(file) {
                for (number, line) in SwiftSource(try Repository.text(file)).code.enumerated() {
                    #expect(!ban.isBroken(line), "\(file):\(number + 1): \(ban.rule)")
                }
            }
        }
    }

    @Test(arguments: ModuleTable.rows)
    func `every package declaration is documented`(module: ModuleRow) throws {
        for file in Repository.files(under: module.folder, endingIn: ".swift") {
            let source = SwiftSource(try Repository.text(file))
            for (number, line) in source.code.enumerated() where declaresForThePackage(line) {
                var above = number - 1
                while above >= 0, source.code[above].contains(/^\s*@/) { above -= 1 }
                let isDocumented = above >= 0 && source.lines[above].contains(/^\s*\/\/\//)
                #expect(isDocumented, "\(file):\(number + 1): no documentation")
            }
        }
    }

    private func declaresForThePackage(_ line: String) -> Bool {
        line.contains(/^\s*(@\w+(\([^)]*\))?\s+)*package\s/) && !line.contains(/\bimport\b/)
            && !line.contains(/\bpackage extension\b/)
    }

    @Test func `no type has a module's name`() throws {
        let names = Set(ModuleTable.rows.map(\.name))
        for file in Repository.files(under: "Sources", endingIn: ".swift") {
            for line in SwiftSource(try Repository.text(file)).code {
                for match in line.matches(of: /\b(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)/) {
                    // FleetStore is the store itself; nothing outside says the module's name in full.
                    let name = String(match.1)
                    #expect(!names.contains(name) || Self.namesakes.contains(name), "\(file) declares \(name)")
                }
            }
        }
    }

    /// Types with the name of their module: nobody has to write the module's name to tell them apart.
    private static let namesakes: Set<String> = ["HTTPServer", "FleetStore"]

    @Test func `no file speaks of the machine it was written on`() throws {
        let places = ["ho" + "me", "wo" + "rk", "Use" + "rs", "ro" + "ot", "fa" + "rm"].map { "/\($0)/" }
        for file in Repository.files(under: "") where !file.hasPrefix(".git/") {
            guard let text = try? Repository.text(file) else { continue }
            for place in places {
                #expect(!text.contains("\"\(place)") && !text.contains(" \(place)"), "\(file) names \(place)")
            }
        }
    }
}
