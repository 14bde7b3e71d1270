/// What a connection may take its time for; every kind has one constant duration.
enum DeadlineKind: UInt8, CaseIterable, BitwiseCopyable {
    case header, body, idle, write, deferredReply, linger
}
