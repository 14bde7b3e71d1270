import CCurl
import Glibc
import Platform

/// Sole owner of libcurl's multi handle; all but ``wake()`` is confined to the engine's thread.
// Sendable because: `curl_multi_wakeup` may be called from any thread (libcurl's manual), and the owner of the engine
// lets go of the handle only after the engine's thread has ended.
@safe
final class MultiHandle: @unchecked Sendable {
    private let pointer: UnsafeMutableRawPointer

    init() throws(TransferEngineError) {
        guard let pointer = unsafe curl_multi_init() else { throw .library("no memory for a multi handle") }
        unsafe self.pointer = pointer
        try set(CURLMOPT_MAXCONNECTS, 64)
        try set(CURLMOPT_PIPELINING, 0)
    }

    deinit {
        unsafe curl_multi_cleanup(pointer)
    }

    private func set(_ option: CURLMoption, _ value: Int) throws(TransferEngineError) {
        guard unsafe postern_curl_multi_set_long(pointer, option, value) == CURLM_OK else {
            throw .library("option \(option.rawValue) of the multi handle is refused")
        }
    }

    /// Ends a wait on the engine's thread; any thread may call it.
    func wake() {
        _ = unsafe curl_multi_wakeup(pointer)
    }

    /// Runs a handle from now on.
    func add(_ handle: EasyHandle) -> Bool {
        unsafe curl_multi_add_handle(pointer, handle.pointer) == CURLM_OK
    }

    /// Runs a handle no more, whether or not it has ended.
    func remove(_ handle: EasyHandle) {
        _ = unsafe curl_multi_remove_handle(pointer, handle.pointer)
    }

    /// Does what can be done without waiting.
    func perform() -> Bool {
        var running: Int32 = 0
        return unsafe curl_multi_perform(pointer, &running) == CURLM_OK
    }

    /// Takes the next transfer that has ended, with libcurl's result.
    func nextEnded() -> (transfer: Transfer, code: CURLcode)? {
        var left: Int32 = 0
        while let message = unsafe curl_multi_info_read(pointer, &left) {
            guard unsafe message.pointee.msg == CURLMSG_DONE, let handle = unsafe message.pointee.easy_handle else {
                continue
            }
            let code = unsafe postern_curl_message_result(message)
            var context: UnsafeMutableRawPointer?
            guard unsafe postern_curl_get_pointer(handle, &context) == CURLE_OK,
                let transfer = unsafe Transfer.from(context)
            else { continue }
            return (transfer, code)
        }
        return nil
    }

    /// Waits until a transfer can go on, somebody calls ``wake()``, or the time has passed.
    func wait(_ time: Duration) -> Bool {
        let milliseconds = Int32(clamping: (max(time, .zero).wholeNanoseconds + 999_999) / 1_000_000)
        return unsafe curl_multi_poll(pointer, nil, 0, milliseconds, nil) == CURLM_OK
    }
}
