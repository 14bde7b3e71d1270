/// Something that is repeated while its instructions, allocations and reference counts are counted.
struct BenchmarkCase: Sendable {
    /// As the thresholds name it.
    let name: String
    /// The two numbers of repetitions whose difference is counted.
    var counts: ClosedRange<Int> = 200...1_200
    /// Whether only instructions are counted: it is no part of a request, and may allocate.
    var hasInstructionsOnly = false
    /// Prepares, then repeats the work; the result depends on all of it, so that none of it is left out.
    let body: @Sendable (_ count: Int) -> Int

    /// All cases, in the order they are shown.
    static let all: [BenchmarkCase] = [
        .parsedRequest, .parsedSmallRequest, .writtenRedirect, .requestHost, .resolvedRoute, .fallback, .userAgent,
        .match, .hostilePattern, .lint, .lintOfManyRules, .compile, .compare,
    ]
}
