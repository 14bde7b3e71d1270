import Platform

/// A look-up under way: its channel, and the replies so far.
///
/// A query that comes to nothing is made once more, by a second channel that tells what the servers say. Confined to the
/// resolver's thread.
final class LookUp: Channel.Owner {
    let request: Request
    private let number: UInt32
    private let configuration: ResolverConfiguration
    private let mailbox: ResolverMailbox
    private var channel: Channel?
    private var diagnosis: Channel?
    private var watched: Set<Int32> = []
    private var replies: [RecordType: Channel.Reply] = [:]
    /// What is to be asked again, and what was.
    private var unclear: Set<RecordType> = []
    private var asked: Set<RecordType> = []

    /// When ``process(_:_:)`` has to be called at the latest.
    private(set) var wake: MonotonicTime

    init(_ request: Request, number: UInt32, configuration: ResolverConfiguration, mailbox: ResolverMailbox) {
        self.request = request
        self.configuration = configuration
        self.number = number
        self.mailbox = mailbox
        wake = request.deadline
    }

    /// Whether all queries have ended.
    var isDone: Bool { replies.count == request.types.count }

    /// Sends the queries.
    func begin() throws(ResolutionError) {
        let channel = try Channel(configuration, mode: .persistent, owner: self)
        self.channel = channel
        for type in request.types { channel.query(request.name, type: type) }
        goOn()
    }

    /// Goes on after an event of a socket, or because of the time.
    func process(_ descriptor: Int32?, _ events: Epoll.Events) {
        channel?.process(descriptor, events)
        diagnosis?.process(descriptor, events)
        goOn()
    }

    /// Tells the outcome; what has no reply yet has run out of time.
    func end() {
        channel?.close()
        diagnosis?.close()
        channel = nil
        diagnosis = nil
        request.complete(
            request.types.map { type in
                (replies[type] ?? .failure(.timedOut)).flatMap { bytes in
                    Result { () throws(ResolutionError) in
                        try Answer(bytes.span, name: request.name, type: type)
                    }
                }
            })
    }

    /// Asks again what came to nothing, and plans the next step.
    private func goOn() {
        for type in unclear.sorted(by: { $0.rawValue < $1.rawValue }) {
            unclear.remove(type)
            do throws(ResolutionError) {
                if diagnosis == nil { diagnosis = try Channel(configuration, mode: .diagnostic, owner: self) }
                diagnosis?.query(request.name, type: type)
            } catch {
                replies[type] = .failure(error)
            }
        }
        wake = request.deadline
        for channel in [channel, diagnosis] {
            if let time = channel?.timeToAttempt { wake = min(wake, .now() + time) }
        }
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
        if reply == .failure(.unreachable), asked.insert(type).inserted {
            unclear.insert(type)
        } else {
            replies[type] = reply
        }
    }
}
