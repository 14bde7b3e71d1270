/// Why a look-up gave no answer.
package enum ResolutionError: Error, Hashable, Sendable {
    /// The text is no name that can be asked for; nothing was sent. See ``QueryName``.
    case malformedName
    /// The name does not exist (`NXDOMAIN`, RFC 1035 section 4.1.1), or is reserved never to (RFC 6761, RFC 7686).
    case noSuchName
    /// The name exists and has no record of the kind asked for (`NODATA`, RFC 2308 section 2.2).
    case noRecords
    /// The servers refuse to answer (`REFUSED`).
    case refused
    /// The servers tell a failure of their own (`SERVFAIL`, `NOTIMP`).
    case serverFailed
    /// No server could be reached: the port is closed, or no route leads there.
    case unreachable
    /// No answer came before the deadline, or all attempts ran out.
    case timedOut
    /// The answer is not well formed, or exceeds a bound; the text names what.
    case malformedAnswer(String)
    /// So many look-ups wait that this one was not taken up.
    case overloaded
    /// The resolver has been stopped, or the system has no memory or descriptor left for a look-up.
    case unavailable
}

extension ResolutionError: CustomStringConvertible {
    /// A clause that says what is wrong, without the name.
    package var description: String {
        switch self {
        case .malformedName: "not a name that DNS can be asked for"
        case .noSuchName: "the name does not exist"
        case .noRecords: "the name has no record of this kind"
        case .refused: "the name server refuses to answer"
        case .serverFailed: "the name server failed"
        case .unreachable: "no name server can be reached"
        case .timedOut: "no name server answered in time"
        case .malformedAnswer(let what): "the name server's answer is malformed: \(what)"
        case .overloaded: "too many look-ups are waiting"
        case .unavailable: "the resolver is not running"
        }
    }
}
