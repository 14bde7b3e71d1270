import Testing

/// The matcher of association files judges what the compiler writes and the resolver decides: a fault that they shared
/// would be seen by no comparison.
///
/// So they have nothing in common but values.
@Suite struct MatcherIndependenceTests {
    private static let matching = ["Sources/Association/Match", "Sources/Association/Patterns"]
    /// The compiler; what looks for findings asks the matcher, and is no part of it.
    private static let compiling = [
        "Sources/Association/Compile/Plan", "Sources/Association/Compile/Apple", "Sources/Association/Compile/Android",
    ]
    private static let resolving = ["Sources/DeepLinks/Program", "Sources/DeepLinks/Explain"]

    private func files(_ folders: [String]) -> [String] {
        folders.flatMap { Repository.files(under: $0, endingIn: ".swift") }
    }

    /// The types that files declare; those inside others have names of everyday.
    private func types(_ folders: [String], areNested: Bool = false) throws -> Set<String> {
        var names: Set<String> = []
        for file in files(folders) {
            for line in try Sources.of(file).code {
                guard let match = line.firstMatch(of: /^(\s*)(package )?(final )?(struct|enum|class|protocol) (\w+)/),
                    areNested || match.1.isEmpty
                else { continue }
                names.insert(String(match.5))
            }
        }
        return names
    }

    private func expect(_ folders: [String], mentionNone names: Set<String>) throws {
        // A name that is declared on both sides is the near one.
        let names = names.subtracting(try types(folders, areNested: true))
        #expect(names.count > 4)
        for file in files(folders) {
            for (number, line) in try Sources.of(file).code.enumerated() {
                let words = Set(line.split { !$0.isLetter && !$0.isNumber && $0 != "_" }.map(String.init))
                #expect(words.isDisjoint(with: names), "\(file):\(number + 1): \(words.intersection(names))")
            }
        }
    }

    @Test func `the matcher knows nothing of compiler and resolver`() throws {
        try expect(Self.matching, mentionNone: types(Self.compiling).union(types(Self.resolving)))
    }

    @Test func `the compiler knows nothing of the matcher`() throws {
        try expect(Self.compiling, mentionNone: types(Self.matching))
    }
}
