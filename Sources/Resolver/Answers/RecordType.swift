/// The kinds of records that are asked for (RFC 1035 section 3.2.2, RFC 3596 section 2.1).
enum RecordType: UInt16, Sendable {
    case a = 1
    case cname = 5
    case txt = 16
    case aaaa = 28
}
