import Platform
import Testing

@testable import HTTPServer

@Suite struct ConnectionTableTests {
    @Test func `whatever starts and stops, the next deadline is the earliest of those that run`() {
        var generator = SystemRandomNumberGenerator()
        let deadlines = ServerDeadlines()
        var table = ConnectionTable(deadlines: deadlines, reserving: 4)
        var running: [Int: (kind: DeadlineKind, time: MonotonicTime)] = [:]
        var now = MonotonicTime(nanoseconds: 1)
        let durations: [DeadlineKind: Duration] = [
            .header: deadlines.header, .body: deadlines.body, .idle: deadlines.idle, .write: deadlines.write,
            .deferredReply: deadlines.deferredReply, .linger: deadlines.linger,
        ]
        let slots = (0..<20).map { table.insert(descriptor: Int32($0), peer: IPAddress(ipv4: 1)) }
        for _ in 0..<5_000 {
            now = now + .milliseconds(Int.random(in: 0..<3, using: &generator))
            let slot = slots.randomElement(using: &generator) ?? 0
            if Int.random(in: 0..<4, using: &generator) == 0 {
                table.stopDeadline(slot)
                running[slot] = nil
            } else {
                let kind = DeadlineKind.allCases.randomElement(using: &generator) ?? .idle
                table.startDeadline(slot, kind, now: now)
                running[slot] = (kind, now + (durations[kind] ?? .zero))
            }
            #expect(table.nextDeadline == running.values.map { $0.time }.min() ?? .distantFuture)
            for kind in DeadlineKind.allCases {
                let expected = running.values.filter { $0.kind == kind }.map { $0.time }.min()
                #expect(table.firstDeadline(kind)?.time == expected)
            }
        }
    }

    @Test func `a token is worth nothing after its connection`() {
        var table = ConnectionTable(deadlines: ServerDeadlines())
        let slot = table.insert(descriptor: 3, peer: IPAddress(ipv4: 1))
        let token = table.token(slot)
        #expect(table.slot(of: token) == slot)
        table.remove(slot)
        #expect(table.slot(of: token) == nil)
        #expect(table.insert(descriptor: 4, peer: IPAddress(ipv4: 1)) == slot)
        #expect(table.slot(of: token) == nil)
        #expect(table.token(slot) != token)
        #expect(table.slot(of: LoopToken.mailbox) == nil)
        #expect(table.slot(of: LoopToken.listener(0)) == nil)
        #expect(table.count == 1)
    }

    @Test func `a connection that is removed twice traps`() async {
        await #expect(processExitsWith: .failure) {
            var table = ConnectionTable(deadlines: ServerDeadlines())
            let slot = table.insert(descriptor: 3, peer: IPAddress(ipv4: 1))
            table.remove(slot)
            table.remove(slot)
        }
    }

    @Test func `a deferred token keeps its parts`() {
        let token = DeferredToken(loop: 254, slot: 0xFF_FFFE, generation: .max)
        #expect(token.loop == 254)
        #expect(token.slot == 0xFF_FFFE)
        #expect(token.generation == .max)
    }
}
