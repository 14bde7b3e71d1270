import Association
import Platform
import Testing

@testable import Prober
@testable import postern

@Suite struct TimelineTests {
    @Test func `what a server has said is drawn without its control characters`() {
        let moment = DomainMoment(
            time: UnixTime(seconds: 1_800_000_000), kind: .aasa,
            event: .seen(.node, node: "a\u{1B}[2Jb", .failing, reason: "the answer is\r\u{1B}[31m", revision: nil))
        let text = Timeline([moment]).text
        #expect(text.hasSuffix("│ × node a\\u{1B}[2Jb aasa failing: the answer is\\u{D}\\u{1B}[31m\n"))
    }
}
