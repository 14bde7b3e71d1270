import DeepLinks
import Platform
import Testing

@Suite struct LinkLifeTests {
    private static let (before, start, end) = (
        UnixTime(microseconds: 999), UnixTime(microseconds: 1000), UnixTime(microseconds: 2000)
    )

    @Test(arguments: [
        (LinkLife(), [LinkState.live, .live, .live]),
        (LinkLife(starts: start), [.inactive, .live, .live]),
        (LinkLife(expires: end), [.live, .live, .expired]),
        (LinkLife(starts: start, expires: end), [.inactive, .live, .expired]),
        (LinkLife(starts: start, expires: end, isPaused: true), [.inactive, .inactive, .inactive]),
        (LinkLife(expires: end, isBlocked: true), [.inactive, .inactive, .inactive]),
    ])
    func `a link is there from its start to just before its end`(life: LinkLife, states: [LinkState]) {
        #expect([Self.before, Self.start, Self.end].map(life.state(at:)) == states)
    }
}
