/// A route set compiled for serving: code words and text, independent of where they lie in memory.
package struct RouteProgram: Equatable, Sendable {
    /// The code; see ``ProgramLayout``.
    package let words: [UInt32]
    /// The text that the code points into.
    package let text: [UInt8]

    /// Compiles a set; every set compiles, and equal sets give equal programs.
    package init(_ set: RouteSet) {
        var builder = ProgramBuilder(set)
        builder.build()
        words = builder.words
        text = builder.text
    }

    /// The program, ready to run.
    package var view: RouteProgramView {
        @_lifetime(borrow self)
        get { RouteProgramView(words: words.span, text: text.span) }
    }
}

/// A compiled route set, wherever its words and its text are.
package struct RouteProgramView: ~Escapable {
    let words: Span<UInt32>
    let text: Span<UInt8>

    /// Makes a view of what ``RouteProgram`` compiled.
    @_lifetime(copy words, copy text)
    package init(words: Span<UInt32>, text: Span<UInt8>) {
        self.words = words
        self.text = text
    }

    /// How many routes the set has.
    package var routeCount: Int { Int(words[ProgramLayout.routeCount]) }

    var folds: Bool { words[ProgramLayout.flags] & ProgramLayout.foldsFlag != 0 }

    func word(_ index: Int) -> Int { Int(truncatingIfNeeded: words[index]) }
}
