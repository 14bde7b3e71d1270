import CCurl

/// Sole owner of one of libcurl's easy handles; confined to one thread.
///
/// Every option's result is checked: the first refusal is thrown.
@safe
final class EasyHandle {
    /// The handle, for the multi handle that runs it.
    let pointer: UnsafeMutableRawPointer
    private var lists: [UnsafeMutablePointer<curl_slist>] = unsafe []

    init() throws(TransferEngineError) {
        guard let pointer = unsafe curl_easy_init() else { throw .library("no memory for a handle") }
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe lists.forEach { unsafe curl_slist_free_all($0) }
    }

    /// Sets an option to a number.
    func set(_ option: CURLoption, _ value: Int) throws(TransferEngineError) {
        try check(option, unsafe postern_curl_set_long(pointer, option, value))
    }

    /// Sets an option to a text, which libcurl copies; `nil` for none.
    func set(_ option: CURLoption, _ value: String?) throws(TransferEngineError) {
        let result =
            if let value {
                unsafe value.withCString { unsafe postern_curl_set_text(pointer, option, $0) }
            } else {
                unsafe postern_curl_set_text(pointer, option, nil)
            }
        try check(option, result)
    }

    /// Sets an option to a list, which lives as long as the handle.
    func set(_ option: CURLoption, list values: [String]) throws(TransferEngineError) {
        var list: UnsafeMutablePointer<curl_slist>?
        for value in values {
            guard let longer = unsafe curl_slist_append(list, value) else {
                unsafe curl_slist_free_all(list)
                throw .library("no memory for a list")
            }
            unsafe list = longer
        }
        if let list = unsafe list { unsafe lists.append(list) }
        try check(option, unsafe postern_curl_set_list(pointer, option, list))
    }

    /// Posts a body, which libcurl copies, at once: a server need not say that it wants it.
    func set(posting body: PostedBody) throws(TransferEngineError) {
        try set(CURLOPT_POSTFIELDSIZE, body.bytes.count)
        // An empty body needs an address, too.
        let result = unsafe (body.bytes + [0]).withUnsafeBytes { bytes in
            unsafe postern_curl_set_pointer(
                pointer, CURLOPT_COPYPOSTFIELDS, UnsafeMutableRawPointer(mutating: bytes.baseAddress))
        }
        try check(CURLOPT_COPYPOSTFIELDS, result)
        try set(CURLOPT_HTTPHEADER, list: body.headers.map { "\($0.name): \($0.value)" } + ["Expect:"])
    }

    /// Sets the functions that are called with the context, which outlives the handle's transfer.
    func set(callbacksOf context: UnsafeMutableRawPointer) throws(TransferEngineError) {
        try check(CURLOPT_PRIVATE, unsafe postern_curl_set_pointer(pointer, CURLOPT_PRIVATE, context))
        try check(CURLOPT_WRITEFUNCTION, unsafe postern_curl_set_write(pointer, CURLOPT_WRITEFUNCTION, receiveBody))
        try check(CURLOPT_WRITEDATA, unsafe postern_curl_set_pointer(pointer, CURLOPT_WRITEDATA, context))
        try check(CURLOPT_HEADERFUNCTION, unsafe postern_curl_set_write(pointer, CURLOPT_HEADERFUNCTION, receiveLine))
        try check(CURLOPT_HEADERDATA, unsafe postern_curl_set_pointer(pointer, CURLOPT_HEADERDATA, context))
        try check(CURLOPT_OPENSOCKETFUNCTION, unsafe postern_curl_set_open_socket(pointer, openSocket))
        try check(CURLOPT_OPENSOCKETDATA, unsafe postern_curl_set_pointer(pointer, CURLOPT_OPENSOCKETDATA, context))
        try check(
            CURLOPT_RESOLVER_START_FUNCTION, unsafe postern_curl_set_resolver_start(pointer, beginResolving))
        try check(
            CURLOPT_RESOLVER_START_DATA, unsafe postern_curl_set_pointer(pointer, CURLOPT_RESOLVER_START_DATA, context))
    }

    /// A number that the handle tells of its transfer; 0 where it knows none.
    func number(_ info: CURLINFO) -> Int {
        var value = 0
        return unsafe postern_curl_get_long(pointer, info, &value) == CURLE_OK ? value : 0
    }

    /// A time that the handle tells, from the transfer's begin.
    func time(_ info: CURLINFO) -> Duration {
        var value: curl_off_t = 0
        return unsafe postern_curl_get_offset(pointer, info, &value) == CURLE_OK ? .microseconds(value) : .zero
    }

    /// A text that the handle tells.
    func text(_ info: CURLINFO) -> String? {
        var value: UnsafePointer<CChar>?
        guard unsafe postern_curl_get_text(pointer, info, &value) == CURLE_OK, let value = unsafe value else {
            return nil
        }
        return unsafe String(cString: value)
    }

    private func check(_ option: CURLoption, _ code: CURLcode) throws(TransferEngineError) {
        guard code != CURLE_OK else { return }
        throw .library("option \(option.rawValue) is refused: \(CurlLibrary.message(code))")
    }
}
