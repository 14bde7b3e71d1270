import CNGHTTP2
import HTTPWire

/// What all sessions have in common: what the library is asked to do, and whom it tells.
// Sendable because: neither object is changed after `init`, and the library only reads them.
@safe
final class SessionMethod: @unchecked Sendable {
    /// The only one; `nil` when there was no memory for it.
    static let shared = SessionMethod()

    private let callbacks: OpaquePointer
    private let options: OpaquePointer

    private init?() {
        var callbacks: OpaquePointer?
        var options: OpaquePointer?
        unsafe nghttp2_session_callbacks_new(&callbacks)
        unsafe nghttp2_option_new(&options)
        guard let callbacks = unsafe callbacks, let options = unsafe options else {
            unsafe nghttp2_session_callbacks_del(callbacks)
            unsafe nghttp2_option_del(options)
            return nil
        }
        unsafe self.callbacks = callbacks
        unsafe self.options = options
        // What ended is not remembered: frames for it are ignored all the same.
        unsafe nghttp2_option_set_no_closed_streams(options, 1)
        unsafe nghttp2_session_callbacks_set_on_begin_headers_callback(callbacks, beginHeaders)
        unsafe nghttp2_session_callbacks_set_on_header_callback(callbacks, takeHeader)
        unsafe nghttp2_session_callbacks_set_on_invalid_header_callback(callbacks, refuseHeader)
        unsafe nghttp2_session_callbacks_set_on_frame_recv_callback(callbacks, takeFrame)
        unsafe nghttp2_session_callbacks_set_on_invalid_frame_recv_callback(callbacks, refuseFrame)
        unsafe nghttp2_session_callbacks_set_on_data_chunk_recv_callback(callbacks, takeData)
        unsafe nghttp2_session_callbacks_set_on_frame_send_callback(callbacks, noteSentFrame)
        unsafe nghttp2_session_callbacks_set_on_stream_close_callback(callbacks, endStream)
    }

    deinit {
        unsafe nghttp2_session_callbacks_del(callbacks)
        unsafe nghttp2_option_del(options)
    }

    /// Makes a session without an owner; `nil` when there is no memory.
    func makeSession() -> OpaquePointer? {
        var session: OpaquePointer?
        guard unsafe nghttp2_session_server_new2(&session, callbacks, nil, options) == 0 else { return nil }
        return unsafe session
    }
}

// Each finds its session by the pointer that the session left with the library.

private func session(of data: UnsafeMutableRawPointer?) -> HTTP2Session? {
    guard let data = unsafe data else { return nil }
    return unsafe Unmanaged<HTTP2Session>.fromOpaque(data).takeUnretainedValue()
}

/// Whether a frame is the HEADERS frame that begins a request, not trailers.
private func beginsRequest(_ frame: UnsafePointer<nghttp2_frame>) -> Bool {
    unsafe frame.pointee.hd.type == UInt8(NGHTTP2_HEADERS.rawValue)
        && frame.pointee.headers.cat == NGHTTP2_HCAT_REQUEST
}

private func beginHeaders(
    _ pointer: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame = unsafe frame, let session = unsafe session(of: data) else { return 0 }
    if unsafe beginsRequest(frame) { session.beginHead() } else { session.beginTrailers() }
    return 0
}

private func takeHeader(
    _ pointer: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ name: UnsafePointer<UInt8>?,
    _ nameCount: Int, _ value: UnsafePointer<UInt8>?, _ valueCount: Int, _ flags: UInt8,
    _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame = unsafe frame, let session = unsafe session(of: data) else { return 0 }
    guard unsafe beginsRequest(frame) else {
        return session.takeTrailer(nameCount + valueCount) ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
    }
    let names = unsafe UnsafeBufferPointer(start: name, count: nameCount)
    let values = unsafe UnsafeBufferPointer(start: value, count: valueCount)
    let isTaken = unsafe session.takeField(names.span, values.span)
    return isTaken ? 0 : NGHTTP2_ERR_CALLBACK_FAILURE.rawValue
}

/// A field that the library would leave out breaks its request instead: RFC 9113 section 8.2.1.
private func refuseHeader(
    _ pointer: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ name: UnsafePointer<UInt8>?,
    _ nameCount: Int, _ value: UnsafePointer<UInt8>?, _ valueCount: Int, _ flags: UInt8,
    _ data: UnsafeMutableRawPointer?
) -> Int32 {
    NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue
}

private func takeFrame(
    _ pointer: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame = unsafe frame, let session = unsafe session(of: data) else { return 0 }
    let header = unsafe frame.pointee.hd
    let isData = header.type == UInt8(NGHTTP2_DATA.rawValue)
    let isHeaders = header.type == UInt8(NGHTTP2_HEADERS.rawValue)
    let endsStream = header.flags & UInt8(NGHTTP2_FLAG_END_STREAM.rawValue) != 0
    if unsafe beginsRequest(frame) {
        session.endHead(header.stream_id, hasContent: !endsStream)
    } else {
        if isHeaders { session.endTrailers() }
        if endsStream, isData || isHeaders { session.endContent(header.stream_id) }
    }
    let isAcknowledged = header.flags & UInt8(NGHTTP2_FLAG_ACK.rawValue) != 0
    if header.type == UInt8(NGHTTP2_PING.rawValue), isAcknowledged { session.answerPing() }
    return 0
}

private func refuseFrame(
    _ pointer: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ code: Int32,
    _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame = unsafe frame, let session = unsafe session(of: data) else { return 0 }
    session.breakStream()
    guard unsafe beginsRequest(frame) else { return 0 }
    switch code {
    case NGHTTP2_ERR_REFUSED_STREAM.rawValue: session.reject(isRefused: true)
    case NGHTTP2_ERR_HTTP_HEADER.rawValue, NGHTTP2_ERR_HTTP_MESSAGING.rawValue: session.reject(isRefused: false)
    default: break
    }
    return 0
}

/// Throws content away.
private func takeData(
    _ pointer: OpaquePointer?, _ flags: UInt8, _ stream: Int32, _ bytes: UnsafePointer<UInt8>?, _ count: Int,
    _ data: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe session(of: data)?.discard(count, of: stream)
    return 0
}

/// Notes how a stream or the connection ends.
private func noteSentFrame(
    _ pointer: OpaquePointer?, _ frame: UnsafePointer<nghttp2_frame>?, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    guard let frame = unsafe frame, let session = unsafe session(of: data) else { return 0 }
    switch unsafe UInt32(frame.pointee.hd.type) {
    case NGHTTP2_GOAWAY.rawValue: unsafe session.noteGoAway(frame.pointee.goaway.error_code)
    case NGHTTP2_RST_STREAM.rawValue: unsafe session.noteSentReset(frame.pointee.rst_stream.error_code)
    default: break
    }
    return 0
}

private func endStream(
    _ pointer: OpaquePointer?, _ stream: Int32, _ code: UInt32, _ data: UnsafeMutableRawPointer?
) -> Int32 {
    unsafe session(of: data)?.endStream(stream)
    return 0
}

/// Moves content of an answer into a DATA frame.
func readContent(
    _ pointer: OpaquePointer?, _ stream: Int32, _ target: UnsafeMutablePointer<UInt8>?, _ room: Int,
    _ flags: UnsafeMutablePointer<UInt32>?, _ source: UnsafeMutablePointer<nghttp2_data_source>?,
    _ data: UnsafeMutableRawPointer?
) -> Int {
    guard let session = unsafe session(of: data),
        let part = unsafe session.takeContent(stream, into: UnsafeMutableBufferPointer(start: target, count: room))
    else { return Int(NGHTTP2_ERR_TEMPORAL_CALLBACK_FAILURE.rawValue) }
    if part.isEnd { unsafe flags?.pointee |= NGHTTP2_DATA_FLAG_EOF.rawValue }
    return part.count
}
