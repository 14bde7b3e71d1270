import CCares
import Glibc
import Platform

/// Sole owner of a c-ares channel, which makes the queries of one look-up.
///
/// A channel a look-up: a look-up has a source port of its own, which makes forged answers hard (RFC 5452 section 9.2),
/// and ends at once when its channel is closed. No search list, no hosts file, no aliases from the environment; an answer
/// that is cut short is asked for again by TCP. Confined to one thread.
@safe
final class Channel {
    /// What one query came to: the message, or why there is none.
    typealias Reply = Result<[UInt8], ResolutionError>

    /// What the channel tells its owner, during ``query(_:type:)``, ``process(_:_:)`` and ``close()``.
    protocol Owner: AnyObject {
        /// A socket is to be watched for other events; for none when it is about to be closed.
        func watch(_ descriptor: Int32, readable: Bool, writable: Bool)
        /// A query has ended.
        func take(_ reply: Channel.Reply, type: RecordType)
    }

    private var pointer: ares_channel?
    private let context: Context

    /// How often servers are asked, and what becomes of the failures that they tell.
    enum Mode {
        /// A server that fails or refuses is passed over for the next one, each as often as the configuration says. When
        /// all have, c-ares has forgotten what they said and calls it ``ResolutionError/unreachable``.
        case persistent
        /// The first answer counts, also one that tells a failure; a server is asked once.
        case diagnostic
    }

    /// Opens a channel for an owner that outlives it.
    ///
    /// - Throws: ``ResolutionError/unavailable`` when there is no memory.
    init(_ configuration: ResolverConfiguration, mode: Mode, owner: any Owner) throws(ResolutionError) {
        guard Self.library == success else { throw .unavailable }
        context = Context(owner: owner)
        var options = unsafe ares_options()
        unsafe options.flags = ARES_FLAG_NOSEARCH | ARES_FLAG_NOALIASES
        if mode == .diagnostic { unsafe options.flags |= ARES_FLAG_NOCHECKRESP }
        let milliseconds = configuration.attemptTimeout.wholeNanoseconds / 1_000_000
        unsafe options.timeout = Int32(min(max(milliseconds, 1), 60_000))
        unsafe options.tries = mode == .diagnostic ? 1 : Int32(clamping: configuration.attempts)
        unsafe options.ndots = 0
        unsafe options.sock_state_cb = watchSocket
        unsafe options.sock_state_cb_data = Unmanaged.passUnretained(context).toOpaque()
        let mask =
            ARES_OPT_FLAGS | ARES_OPT_TIMEOUTMS | ARES_OPT_TRIES | ARES_OPT_NDOTS | ARES_OPT_SOCK_STATE_CB
            | ARES_OPT_DOMAINS | ARES_OPT_SORTLIST | ARES_OPT_LOOKUPS | ARES_OPT_NOROTATE
        let lookups = unsafe strdup("b")
        defer { unsafe free(lookups) }
        unsafe options.lookups = lookups
        var opened: ares_channel?
        guard unsafe ares_init_options(&opened, &options, mask) == success, let opened = unsafe opened
        else { throw .unavailable }
        unsafe pointer = opened
        unsafe postern_use_own_sockets(opened)
        if !configuration.servers.isEmpty {
            let list = configuration.servers.map(\.description).joined(separator: ",")
            guard unsafe ares_set_servers_ports_csv(opened, list) == success else {
                unsafe ares_destroy(opened)
                unsafe pointer = nil
                throw .unavailable
            }
        }
    }

    deinit { close() }

    /// Ends what is under way and closes the sockets; not to be called from a method of the owner.
    func close() {
        guard let pointer = unsafe pointer else { return }
        unsafe self.pointer = nil
        context.owner = nil
        unsafe ares_destroy(pointer)
    }

    /// Begins a query of class `IN`.
    func query(_ name: QueryName, type: RecordType) {
        guard let pointer = unsafe pointer else { return }
        let argument = unsafe Unmanaged.passRetained(QueryContext(context, type))
        unsafe ares_query(pointer, name.text, 1, Int32(type.rawValue), takeReply, argument.toOpaque())
    }

    /// Reads and writes what a socket is ready for, and makes the attempts that are due.
    ///
    /// - Parameters:
    ///   - descriptor: The socket; `nil` when only the time has come.
    ///   - events: What it is ready for.
    func process(_ descriptor: Int32?, _ events: Epoll.Events) {
        guard let pointer = unsafe pointer else { return }
        let number = descriptor ?? ARES_SOCKET_BAD
        let isReadable = !events.isDisjoint(with: [.readable, .hangUp, .error, .peerClosed])
        let isWritable = events.contains(.writable)
        unsafe ares_process_fd(
            pointer, isReadable ? number : ARES_SOCKET_BAD, isWritable ? number : ARES_SOCKET_BAD)
    }

    /// The time until ``process(_:_:)`` has to be called for the next attempt; `nil` when nothing is under way.
    var timeToAttempt: Duration? {
        guard let pointer = unsafe pointer else { return nil }
        var time = timeval()
        guard unsafe ares_timeout(pointer, nil, &time) != nil else { return nil }
        return .seconds(time.tv_sec) + .microseconds(Int64(time.tv_usec))
    }

    private static let library = ares_library_init(ARES_LIB_INIT_ALL)
}

/// `ARES_SUCCESS`; a macro in older versions of c-ares, of an enumeration in later ones.
private let success: Int32 = 0

/// What c-ares's callbacks get for the sockets of a channel.
private final class Context {
    weak var owner: (any Channel.Owner)?

    init(owner: any Channel.Owner) {
        self.owner = owner
    }
}

/// What c-ares's callback gets for a query.
private final class QueryContext {
    let context: Context
    let type: RecordType

    init(_ context: Context, _ type: RecordType) {
        self.context = context
        self.type = type
    }
}

private func watchSocket(_ context: UnsafeMutableRawPointer?, _ descriptor: Int32, _ readable: Int32, _ writable: Int32)
{
    guard let context = unsafe context else { return }
    unsafe Unmanaged<Context>.fromOpaque(context).takeUnretainedValue().owner?
        .watch(descriptor, readable: readable != 0, writable: writable != 0)
}

private func takeReply(
    _ argument: UnsafeMutableRawPointer?, _ status: Int32, _ timeouts: Int32, _ bytes: UnsafeMutablePointer<UInt8>?,
    _ count: Int32
) {
    guard let argument = unsafe argument else { return }
    let query = unsafe Unmanaged<QueryContext>.fromOpaque(argument).takeRetainedValue()
    let reply: Channel.Reply
    if status == success, let bytes = unsafe bytes {
        reply = .success(unsafe Array(UnsafeBufferPointer(start: bytes, count: Int(count))))
    } else {
        reply = .failure(ResolutionError(status: status))
    }
    query.context.owner?.take(reply, type: query.type)
}

extension ResolutionError {
    /// Sorts c-ares's status of a query that failed; the numbers are those of `ares.h` and never change.
    fileprivate init(status: Int32) {
        self =
            switch status {
            case 1: .noRecords
            case 2: .malformedAnswer("the server takes the question for malformed")
            case 3, 5: .serverFailed
            case 4: .noSuchName
            case 6: .refused
            case 8: .malformedName
            case 11: .unreachable
            case 12: .timedOut
            case 10, 17: .malformedAnswer("it is no DNS message")
            default: .unavailable
            }
    }
}
