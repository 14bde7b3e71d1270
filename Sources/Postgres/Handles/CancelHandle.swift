import CPostgres

/// Sole owner of a `PGcancel`.
// Sendable because: `PQcancel` only reads what it points to (PostgreSQL 15, 34.7: thread-safe).
@safe
final class CancelHandle: @unchecked Sendable {
    private let pointer: OpaquePointer

    init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe PQfreeCancel(pointer)
    }

    /// Sends the request on a connection of its own; blocks until the server closes that.
    ///
    /// - Returns: `nil` when the request was sent, else why not.
    func send() -> String? {
        var text = [CChar](repeating: 0, count: 256)
        guard unsafe PQcancel(pointer, &text, Int32(text.count)) == 0 else { return nil }
        return String(decoding: text.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self).trimmingLineEnd()
    }
}
