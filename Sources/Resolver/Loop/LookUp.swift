import Platform

/// A look-up under way: its channel, and the replies so far.
///
/// Confined to the resolver's thread.
final class LookUp: Channel.Owner {
    let request: Request
    private let number: UInt32
    private let mailbox: ResolverMailbox
    private var channel: Channel?
    private var watched: Set<Int32> = []
    private var replies: [RecordType: Channel.Reply] = [:]

    /// When ``process(_:_:)`` has to be called at the latest.
    private(set) var wake: MonotonicTime

    init(_ request: Request, number: UInt32, mailbox: ResolverMailbox) {
        self.request = request
        self.number = number
        self.mailbox = mailbox
        wake = request.deadline
    }

    /// Whether all queries have ended.
    var isDone: Bool { replies.count == request.types.count }

    /// Sends the queries.
    func begin(_ configuration: ResolverConfiguration) throws(ResolutionError) {
        let channel = try Channel(configuration, owner: self)
        self.channel = channel
        for type in request.types { channel.query(request.name, type: type) }
        plan()
    }

    /// Goes on after an event of a socket, or because of the time.
    func process(_ descriptor: Int32?, _ events: Epoll.Events) {
        channel?.process(descriptor, events)
        plan()
    }

    /// Tells the outcome; what has no reply yet has run out of time.
    func end() {
        channel?.close()
        channel = nil
        request.complete(
            request.types.map { type in
                (replies[type] ?? .failure(.timedOut)).flatMap { bytes in
                    Result { () throws(ResolutionError) in
                        try Answer(bytes.span, name: request.name, type: type)
                    }
                }
            })
    }

    private func plan() {
        wake = request.deadline
        guard let time = channel?.timeToAttempt else { return }
        wake = min(wake, .now() + time)
    }

    // MARK: - Channel.Owner

    func watch(_ descriptor: Int32, readable: Bool, writable: Bool) {
        var events: Epoll.Events = []
        if readable { events.insert(.readable) }
        if writable { events.insert(.writable) }
        let token = UInt64(number) << 32 | UInt64(UInt32(bitPattern: descriptor))
        if events.isEmpty {
            mailbox.epoll.remove(descriptor)
            watched.remove(descriptor)
        } else if watched.contains(descriptor) {
            try? mailbox.epoll.modify(descriptor, events, token: token)
        } else if (try? mailbox.epoll.add(descriptor, events, token: token)) != nil {
            watched.insert(descriptor)
        }
    }

    func take(_ reply: Channel.Reply, type: RecordType) {
        replies[type] = reply
    }
}
