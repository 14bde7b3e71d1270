import TestSupport
import Testing

@testable import DeepLinks

@Suite struct ByteComparisonTests {
    @Test func `parts are equal exactly when each of their bytes is`() {
        var random = SeededGenerator(seed: 3)
        for _ in 0..<5_000 {
            let left = (0..<Int.random(in: 0...40, using: &random)).map { _ in UInt8.random(in: 0...1, using: &random) }
            var right = left
            if Bool.random(using: &random), let place = right.indices.randomElement(using: &random) {
                right[place] ^= 0x80
            }
            let start = Int.random(in: 0...left.count, using: &random)
            let other = Int.random(in: 0...left.count, using: &random)
            let count = Int.random(in: 0...left.count - max(start, other), using: &random)
            let expected = left[start..<start + count] == right[other..<other + count]
            let (isEqual, isItself) = (
                left.span.isEqual(start, count, to: right.span, other),
                left.span.isEqual(start, count, to: left.span, start)
            )
            #expect(isEqual == expected, "\(left) \(right)")
            #expect(isItself)
        }
    }
}
