import Testing

/// Rules about the text of the sources that neither compiler nor formatter holds.
@Suite struct SourceRulesTests {
    struct Ban: CustomTestStringConvertible {
        let rule: String
        /// What a line that breaks the rule has in it; regular expressions are too slow to try on every line.
        let word: String
        /// Whether a line of code with the word breaks the rule.
        let isBroken: @Sendable (String) -> Bool
        /// The modules and files that may.
        var exempt: Set<String> = []
        var testDescription: String { rule }
    }

    static let bans = [
        Ban(
            rule: "unsafe stays in the modules that wrap C", word: "unsafe",
            isBroken: { $0.contains(/\bunsafe\b/) || $0.contains(/@unsafe\b/) },
            exempt: ModuleTable.wrappers.union(ModuleTable.unsafeFiles)),
        Ban(
            rule: "Sendable by assertion stays in the modules that wrap C", word: "@unchecked",
            isBroken: { $0.contains(/@unchecked\b/) },
            exempt: ModuleTable.wrappers.union(ModuleTable.unsafeFiles)),
        Ban(
            rule: "no unsafe global state", word: "nonisolated(unsafe)",
            isBroken: { $0.contains(/nonisolated\(unsafe\)/) }),
        Ban(
            rule: "no print", word: "rint(",
            isBroken: { $0.contains(/(^|[^\w.])(print|debugPrint)\(/) && !$0.contains(/\bfunc print/) }),
        Ban(rule: "no fatalError", word: "fatalError", isBroken: { $0.contains(/\bfatalError\b/) }),
        Ban(rule: "no try! and no as!", word: "!", isBroken: { $0.contains(/\b(try|as)!/) }),
        Ban(
            rule: "no forced unwrap", word: "!",
            isBroken: { $0.contains(/[\w\)\]\}?]!([.\[\(\),;:]|\s|$)/) && !$0.contains(/\bas!|\btry!/) }),
        Ban(
            rule: "no Synchronization.Mutex, which ThreadSanitizer does not see", word: "Mutex",
            isBroken: { $0.contains(/\bMutex\b/) }
        ),
    ]

    @Test(arguments: bans)
    func `no source breaks the rule`(ban: Ban) throws {
        for row in ModuleTable.rows where !ban.exempt.contains(row.name) {
            for file in Repository.files(under: row.folder, endingIn: ".swift") where !ban.exempt.contains(file) {
                for (number, line) in try Sources.of(file).code.enumerated() where line.has(ban.word) {
                    #expect(!ban.isBroken(line), "\(file):\(number + 1): \(ban.rule)")
                }
            }
        }
    }

    @Test(arguments: ModuleTable.rows)
    func `every package declaration is documented`(module: ModuleRow) throws {
        for file in Repository.files(under: module.folder, endingIn: ".swift") {
            let source = try Sources.of(file)
            for (number, line) in source.code.enumerated() where declaresForThePackage(line) {
                var above = number - 1
                // Attributes and remarks may stand between.
                while above >= 0, source.lines[above].contains(/^\s*(@|\/\/[^\/])/) { above -= 1 }
                let isDocumented = above >= 0 && source.lines[above].contains(/^\s*\/\/\//)
                #expect(isDocumented, "\(file):\(number + 1): no documentation")
            }
        }
    }

    private func declaresForThePackage(_ line: String) -> Bool {
        line.has("package") && line.contains(/^\s*(@\w+(\([^)]*\))?\s+)*package\s/) && !line.contains(/\bimport\b/)
            && !line.contains(/\bpackage extension\b/)
    }

    @Test func `no type has a module's name`() throws {
        let names = Set(ModuleTable.rows.map(\.name))
        for file in Repository.files(under: "Sources", endingIn: ".swift") {
            for line in try Sources.of(file).code where line.first != " " && !line.isEmpty {
                for match in line.matches(
                    of: /^(?:[a-z@]\w*\s+)*(?:struct|class|enum|protocol|actor|typealias)\s+(\w+)/)
                {
                    let name = String(match.1)
                    #expect(!names.contains(name) || Self.namesakes.contains(name), "\(file) declares \(name)")
                }
            }
        }
    }

    /// Types with the name of their module: nobody has to write the module's name to tell them apart.
    private static let namesakes: Set<String> = ["HTTPServer", "FleetStore"]

    @Test func `a test with a longer form says so in the file of its suite`() throws {
        let word = "POSTERN" + "_SLOW"
        for file in Repository.files(under: "Tests", endingIn: ".swift") {
            let text = try Repository.text(file)
            guard text.contains(word) else { continue }
            let names = file.split(separator: "/")
            let suite = names.last?.dropLast(".swift".count) ?? ""
            #expect(names[1].hasSuffix("Tests") && suite.hasSuffix("Tests"), "\(file) names \(word)")
            #expect(
                ["struct", "class"].contains { text.contains("\($0) \(suite) ") }, "\(file) has no suite of its name")
        }
    }

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

extension String {
    /// Whether the bytes of a word stand in the line.
    fileprivate func has(_ word: String) -> Bool {
        let bytes = Array(word.utf8)
        var rest = utf8[...]
        while let place = rest.firstIndex(of: bytes[0]) {
            rest = rest[place...]
            if rest.starts(with: bytes) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
