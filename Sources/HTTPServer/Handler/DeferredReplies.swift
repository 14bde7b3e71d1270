/// Where completions of deferred replies go; safe from any thread.
package struct DeferredReplies: Sendable {
    private let mailboxes: [LoopMailbox]

    init(mailboxes: [LoopMailbox]) {
        self.mailboxes = mailboxes
    }

    /// Sends a completion to the loop that owes the reply, which calls ``RequestHandler/resume(_:_:_:)`` with it.
    ///
    /// It is dropped when the reply is no longer owed: completed before, past its deadline, or the peer is gone.
    package func complete(_ token: DeferredToken, _ completion: any DeferredCompletion) {
        guard token.loop < mailboxes.count else { return }
        mailboxes[token.loop].send(.complete(token, completion))
    }
}
