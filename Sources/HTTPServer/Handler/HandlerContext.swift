/// What a handler may know about the loop it is made for.
package struct HandlerContext: Sendable {
    /// The loop's number, from 0.
    package let loop: Int

    /// How many loops the server has.
    package let loopCount: Int

    /// Where completions of replies that this server's handlers deferred go.
    package let replies: DeferredReplies
}
