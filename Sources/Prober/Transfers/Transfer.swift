import CCurl
import Platform

/// A transfer under way: what libcurl calls back on; confined to the engine's thread.
@safe
final class Transfer {
    let id: UInt64
    let request: TransferRequest
    let candidates: [IPAddress]
    let handle: EasyHandle
    var collector: AnswerCollector
    var attempts: [IPAddress] = []
    /// The numbers of the sockets that were opened.
    var sockets: [Int32] = []

    /// Prepares a transfer to judged addresses.
    ///
    /// - Throws: ``TransferEngineError`` when libcurl refuses an option.
    init(
        id: UInt64, _ request: TransferRequest, to candidates: [IPAddress], bundle: String, reuses: Bool,
        remaining: Duration
    ) throws(TransferEngineError) {
        self.id = id
        self.request = request
        self.candidates = candidates
        handle = try EasyHandle()
        collector = AnswerCollector(bodyLimit: request.bodyLimit)
        try unsafe handle.set(callbacksOf: Unmanaged.passUnretained(self).toOpaque())
        try restrict(bundle: bundle)
        try address(remaining: remaining, reuses: reuses)
        if let post = request.post { try handle.set(posting: post) }
    }

    /// The transfer that a callback's context is.
    static func from(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }

    /// Whether a socket may be opened to the address: it was judged, and is judged again.
    func mayConnect(to address: IPAddress) -> Bool {
        candidates.contains(address) && request.policy.judge(address) == .allowed
    }

    // MARK: - Options

    /// What holds for every transfer: no redirect, no proxy, no netrc, no cookie, no signal, no HTTP/0.9, no HTTP/2.
    private func restrict(bundle: String) throws(TransferEngineError) {
        try handle.set(CURLOPT_NOSIGNAL, 1)
        try handle.set(CURLOPT_FOLLOWLOCATION, 0)
        try handle.set(CURLOPT_PROTOCOLS_STR, request.url.isSecure ? "https" : "http")
        try handle.set(CURLOPT_REDIR_PROTOCOLS_STR, "https")
        try handle.set(CURLOPT_PROXY, "")
        try handle.set(CURLOPT_NOPROXY, "*")
        try handle.set(CURLOPT_NETRC, Int(CURL_NETRC_IGNORED.rawValue))
        try handle.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
        try handle.set(CURLOPT_HTTP09_ALLOWED, 0)
        // The network of Apple answers by HTTP/1.1, and HTTP/2 adds faults that are none of the file's (case 111).
        try handle.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
        try handle.set(CURLOPT_PATH_AS_IS, 1)
        try handle.set(CURLOPT_SSL_VERIFYPEER, 1)
        try handle.set(CURLOPT_SSL_VERIFYHOST, 2)
        try handle.set(CURLOPT_SSLVERSION, Int(CURL_SSLVERSION_TLSv1_2))
        try handle.set(CURLOPT_SSL_SESSIONID_CACHE, 0)
        try handle.set(CURLOPT_CAINFO, bundle)
        // A directory of certificates would switch the multi handle's cache of them off.
        try handle.set(CURLOPT_CAPATH, nil as String?)
    }

    private func address(remaining: Duration, reuses: Bool) throws(TransferEngineError) {
        let url = request.url
        let milliseconds = Int(remaining.wholeNanoseconds / 1_000_000) + 500
        try handle.set(CURLOPT_TIMEOUT_MS, milliseconds)
        try handle.set(CURLOPT_CONNECTTIMEOUT_MS, milliseconds)
        try handle.set(CURLOPT_USERAGENT, request.userAgent)
        try handle.set(CURLOPT_ACCEPT_ENCODING, "gzip")
        try handle.set(CURLOPT_HAPROXYPROTOCOL, request.sendsProxyHeader ? 1 : 0)
        try handle.set(CURLOPT_FRESH_CONNECT, reuses ? 0 : 1)
        try handle.set(CURLOPT_FORBID_REUSE, reuses ? 0 : 1)
        // The name stays that of SNI, Host and certificate; the addresses are the judged ones.
        if let name = request.virtualHost {
            try handle.set(CURLOPT_URL, url.usual(for: name).description)
            try handle.set(CURLOPT_CONNECT_TO, list: ["::\(url.authorityHost):\(url.port)"])
        } else {
            try handle.set(CURLOPT_URL, url.description)
        }
        guard url.literal == nil else { return }
        let list = candidates.map { $0.isIPv4 ? "\($0)" : "[\($0)]" }.joined(separator: ",")
        try handle.set(CURLOPT_RESOLVE, list: ["+\(url.host):\(url.port):\(list)"])
    }

    // MARK: - Limit

    /// The most bytes that come beside a body: TLS with its certificates, header fields, what chunks and compression add.
    private static let surplusLimit = 1 << 20

    /// Whether so much has come that it cannot be one answer, whatever of it was a body: extensions of chunks and empty
    /// blocks of compression go on without one.
    var isFlooded: Bool {
        let limit = request.bodyLimit + Self.surplusLimit
        return sockets.contains { isConnected($0) && postern_curl_received($0) > limit }
    }

    // MARK: - Result

    /// What the transfer is busy with.
    var phase: TransferPhase {
        if collector.hasHead { return .body }
        if handle.time(CURLINFO_PRETRANSFER_TIME_T) > .zero { return .answer }
        // libcurl tells the time of the connection only after the handshake.
        return request.url.isSecure && sockets.contains(where: isConnected) ? .handshake : .connect
    }

    /// Tells how it went, as far as it went.
    ///
    /// - Parameters:
    ///   - outcome: How it ended.
    ///   - time: When it was begun.
    ///   - timing: What is known of the phases before libcurl's.
    /// - Returns: What became of the transfer.
    func record(_ outcome: ProbeOutcome, time: UnixTime, timing: TransferTiming) -> TransferRecord {
        var record = TransferRecord(time: time, outcome: outcome)
        record.headers = collector.headers
        record.body = collector.body
        record.candidates = candidates
        record.attempts = attempts
        record.isReused = attempts.isEmpty && outcome.status != nil
        record.timing = measured(from: timing)
        if let address = handle.text(CURLINFO_PRIMARY_IP).flatMap(IPAddress.init) {
            let port = UInt16(clamping: handle.number(CURLINFO_PRIMARY_PORT))
            record.remoteAddress = SocketAddress(address, port: port)
        }
        return record
    }

    private func measured(from start: TransferTiming) -> TransferTiming {
        var timing = start
        let look = handle.time(CURLINFO_NAMELOOKUP_TIME_T)
        let connected = handle.time(CURLINFO_CONNECT_TIME_T)
        let secured = handle.time(CURLINFO_APPCONNECT_TIME_T)
        let ready = handle.time(CURLINFO_PRETRANSFER_TIME_T)
        let first = handle.time(CURLINFO_STARTTRANSFER_TIME_T)
        let total = handle.time(CURLINFO_TOTAL_TIME_T)
        var end = total
        if first > .zero {
            timing.body = end - first
            end = first
        }
        if ready > .zero {
            timing.answer = end - ready
            end = ready
        }
        if connected > .zero {
            timing.handshake = request.url.isSecure ? max(.zero, (secured > .zero ? secured : end) - connected) : .zero
            end = connected
        }
        timing.connect = max(.zero, end - look)
        return timing
    }
}
