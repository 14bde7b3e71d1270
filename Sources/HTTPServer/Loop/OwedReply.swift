import HTTPWire

/// What is kept of a request while its reply is deferred.
struct OwedReply {
    /// As the handler left it.
    var record: RequestRecord
    /// How the reply has to be written.
    let context: ResponseContext
}
