import HTTP2
import HTTPWire
import TestSupport
import Testing

/// What a session holds of its answers, and how it ends.
@Suite struct AnswerTests {
    typealias F = TestFrames

    @Test func `content waits for the client's windows, and what is reset is forgotten`() throws {
        let client = try TestSession()
        client.send(F.settings([(4, 0)]))
        client.content = String(repeating: "a", count: 1_000)
        client.send(F.get(1) + F.get(3) + F.get(5))
        #expect(client.session.heldBytes == 3_000)
        #expect(!client.session.takeProgress())
        client.send(F.windowUpdate(1, 400))
        #expect(client.content(of: 1).utf8.count == 400)
        #expect(client.session.heldBytes == 2_600)
        client.send(F.reset(3))
        #expect(client.session.heldBytes == 1_600)
        client.send(F.settings([(4, 65_535)]))
        #expect(client.content(of: 1).utf8.count == 1_000)
        #expect(client.content(of: 5) == client.content)
        #expect(client.content(of: 3).isEmpty)
        #expect(client.session.heldBytes == 0)
        #expect(client.session.takeProgress())
        #expect(!client.session.takeProgress())
    }

    @Test func `an answer without content ends with its fields`() throws {
        let client = try TestSession()
        client.content = ""
        client.send(F.get(1))
        #expect(client.frames(of: 1).map(\.kind) == [1])
        #expect(client.frames(of: 1).allSatisfy { $0.endsStream })
    }

    @Test func `a reply whose stream is reset is lost, the others are not`() throws {
        let client = try TestSession()
        client.send(F.get(1, "/later") + F.get(3, "/later"))
        #expect(client.session.owesReplies)
        client.send(F.reset(1))
        #expect(client.session.takeLost()?.place == 1)
        #expect(client.session.takeLost() == nil)
        client.respond(3)
        client.receive()
        #expect(client.hasAnswer(3))
        #expect(!client.session.owesReplies)
        #expect(client.session.takeOwed() == nil)
    }

    @Test func `a reply whose stream the server resets is lost when the reset is sent, and is not answered`() throws {
        let client = try TestSession()
        client.send(F.headers(1, F.request("/later") + [("content-length", "0")], flags: F.endHeaders))
        client.send(F.data(1, "x"))
        #expect(client.frames(of: 1).last?.kind == 3)
        #expect(client.session.takeLost()?.place == 1)
        client.respond(1)
        client.receive()
        #expect(client.session.heldBytes == 0)
        #expect(!client.hasAnswer(1))
        client.send(F.get(3))
        #expect(client.hasAnswer(3))
    }

    @Test func `replies that are owed at the end are given back`() throws {
        let client = try TestSession()
        client.send(F.get(1, "/later") + F.get(3, "/later"))
        var owed: Set<Int> = []
        while let reply = client.session.takeOwed() { owed.insert(reply.place) }
        #expect(owed == [1, 3])
    }

    @Test func `a shutdown answers what was asked before the client knew, and nothing behind`() throws {
        let client = try TestSession()
        client.send(F.get(1, "/later"))
        client.session.beginShutdown()
        client.session.beginShutdown()
        client.receive()
        #expect(client.frames.filter { $0.kind == 7 }.count == 1)
        #expect(client.goAway?.lastStream == 0x7FFF_FFFF)
        #expect(client.goAway?.error == 0)
        #expect(client.frames.contains { $0.kind == 6 && $0.flags == 0 })
        // Sent before the client has read of it.
        client.send(F.get(3))
        #expect(client.hasAnswer(3))
        client.send(F.frame(6, F.acknowledged, 0, .init(repeating: 0, count: 8)))
        #expect(client.goAway?.lastStream == 3)
        #expect(!client.session.isDone)
        client.send(F.get(5))
        #expect(client.streams == [1, 3])
        client.respond(1)
        client.receive()
        #expect(client.hasAnswer(1))
        #expect(client.session.isDone)
        #expect(client.session.failure == nil)
    }

    @Test func `a client that says goodbye is answered first`() throws {
        let client = try TestSession()
        client.send(F.get(1, "/later") + F.frame(7, 0, 0, .init(repeating: 0, count: 8)))
        #expect(!client.session.isDone)
        client.respond(1)
        client.receive()
        #expect(client.hasAnswer(1))
        #expect(client.session.isDone)
        #expect(client.session.failure == nil)
    }

    @Test func `a session that is ended says so and sends nothing else`() throws {
        let client = try TestSession()
        client.send(F.settings([(4, 0)]) + F.get(1))
        client.session.terminate(.noError)
        client.receive()
        #expect(client.goAway?.error == 0)
        #expect(client.goAway?.lastStream == 1)
        #expect(client.session.isDone)
    }
}
