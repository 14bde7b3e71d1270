import COpenSSL

/// The BIO that moves bytes between a session and its ``TLSWire``.
// Sendable because: a `BIO_METHOD` is only read after it was made.
@safe
struct WireMethod: @unchecked Sendable {
    /// `nil` when OpenSSL has no memory.
    static let shared = WireMethod()

    private let pointer: OpaquePointer

    private init?() {
        guard let pointer = unsafe BIO_meth_new(BIO_get_new_index() | BIO_TYPE_SOURCE_SINK, "wire") else { return nil }
        unsafe BIO_meth_set_read(pointer, readWire)
        unsafe BIO_meth_set_write(pointer, writeWire)
        unsafe BIO_meth_set_ctrl(pointer, controlWire)
        unsafe self.pointer = pointer
    }

    /// Makes a BIO over a wire, which has to outlive it.
    func makeBIO(over wire: TLSWire) -> OpaquePointer? {
        guard let bio = unsafe BIO_new(pointer) else { return nil }
        unsafe BIO_set_data(bio, Unmanaged.passUnretained(wire).toOpaque())
        unsafe BIO_set_init(bio, 1)
        return unsafe bio
    }
}

private func wire(of bio: OpaquePointer?) -> TLSWire? {
    guard let data = unsafe BIO_get_data(bio) else { return nil }
    return unsafe Unmanaged<TLSWire>.fromOpaque(data).takeUnretainedValue()
}

private func readWire(_ bio: OpaquePointer?, _ target: UnsafeMutablePointer<CChar>?, _ count: Int32) -> Int32 {
    unsafe postern_clear_retry(bio)
    guard let wire = unsafe wire(of: bio), let target = unsafe target, count > 0 else { return 0 }
    let taken = unsafe wire.take(target, Int(count))
    if taken > 0 { return Int32(taken) }
    // Nothing more has come: wait.
    unsafe postern_retry_read(bio)
    return -1
}

private func writeWire(_ bio: OpaquePointer?, _ source: UnsafePointer<CChar>?, _ count: Int32) -> Int32 {
    unsafe postern_clear_retry(bio)
    guard let wire = unsafe wire(of: bio), let source = unsafe source, count > 0 else { return 0 }
    unsafe wire.append(source, Int(count))
    return count
}

private func controlWire(
    _ bio: OpaquePointer?, _ command: Int32, _ number: Int, _ pointer: UnsafeMutableRawPointer?
) -> Int {
    command == BIO_CTRL_FLUSH ? 1 : 0
}
