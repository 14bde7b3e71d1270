import Platform
import Testing

@Suite struct HandoverTests {
    @Test func `who waits for a value has it when another thread gives it`() throws {
        let (question, answer) = (Handover<Int>(), Handover<Int>())
        let threads = ThreadGroup()
        try threads.start(name: "answers") { answer.give(question.take() + 1) }
        question.give(41)
        #expect(answer.take() == 42)
        threads.join()
    }

    @Test func `a value that is there stays there`() {
        let handover = Handover<String>()
        handover.give("one")
        #expect(handover.take() == "one")
        #expect(handover.take() == "one")
    }
}
