package import HTTPWire

/// What a loop asks about each request: the seam between HTTP and what is served.
///
/// One per loop, made before the loop runs and then used on its thread only. It must not block: while it runs, nothing else does on its
/// loop.
package protocol RequestHandler: AnyObject {
    /// A turn of the loop begins: what is taken here holds for all requests of the turn.
    func turnBegins()

    /// Answers a request, or promises an answer.
    ///
    /// - Parameters:
    ///   - request: Ends with the call; copy what is needed later.
    ///   - response: Ready to be started; to be ended, unless the reply is deferred.
    ///   - record: To be filled with the handler's numbers; kept while a reply is deferred.
    ///   - deferral: Names the reply, should it be deferred.
    /// - Returns: Whether the response is complete.
    func handle(
        _ request: borrowing RequestView, _ response: inout ResponseWriter, _ record: inout RequestRecord,
        _ deferral: DeferredToken
    ) -> HandlerResult

    /// Finishes a deferred reply.
    ///
    /// - Parameters:
    ///   - completion: What was given to ``DeferredReplies/complete(_:_:)``.
    ///   - response: Ready to be started; to be ended.
    ///   - record: As ``handle(_:_:_:_:)`` left it.
    func resume(
        _ completion: any DeferredCompletion, _ response: inout ResponseWriter, _ record: inout RequestRecord
    )
}

extension RequestHandler {
    /// Takes nothing.
    package func turnBegins() {}

    /// Answers 500, for handlers that defer nothing.
    package func resume(
        _ completion: any DeferredCompletion, _ response: inout ResponseWriter, _ record: inout RequestRecord
    ) {}
}
