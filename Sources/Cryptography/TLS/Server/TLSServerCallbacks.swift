import COpenSSL

// What OpenSSL asks during a handshake. Each finds its session by the pointer that the session left in its `SSL`.

private func session(of pointer: OpaquePointer?) -> TLSServerSession? {
    guard let data = unsafe SSL_get_ex_data(pointer, 0) else { return nil }
    return unsafe Unmanaged<TLSServerSession>.fromOpaque(data).takeUnretainedValue()
}

/// Looks up the name before anything is agreed on; an unknown one ends the handshake.
func readClientHello(
    _ pointer: OpaquePointer?, _ alert: UnsafeMutablePointer<Int32>?, _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let session = unsafe session(of: pointer) else { return SSL_CLIENT_HELLO_ERROR }
    var bytes: UnsafePointer<UInt8>?
    var count = 0
    var name: String?
    if unsafe SSL_client_hello_get0_ext(pointer, UInt32(TLSEXT_TYPE_server_name), &bytes, &count) == 1 {
        name = unsafe ServerNameExtension.hostName(UnsafeBufferPointer(start: bytes, count: count))
    }
    guard session.identify(name) else {
        unsafe alert?.pointee = SSL_AD_UNRECOGNIZED_NAME
        return SSL_CLIENT_HELLO_ERROR
    }
    return SSL_CLIENT_HELLO_SUCCESS
}

/// Presents the certificates of the name; not asked where a ticket is taken.
func presentCertificates(_ pointer: OpaquePointer?, _ argument: UnsafeMutableRawPointer?) -> Int32 {
    guard let session = unsafe session(of: pointer) else { return 0 }
    return session.presentCertificates() ? 1 : 0
}

/// Chooses among what ALPN offers; an offer without any of ours ends the handshake (RFC 7301 section 3.2).
func selectProtocol(
    _ pointer: OpaquePointer?, _ chosen: UnsafeMutablePointer<UnsafePointer<UInt8>?>?,
    _ chosenCount: UnsafeMutablePointer<UInt8>?, _ offer: UnsafePointer<UInt8>?, _ count: UInt32,
    _ argument: UnsafeMutableRawPointer?
) -> Int32 {
    guard let session = unsafe session(of: pointer), let offer = unsafe offer,
        let range = unsafe session.server.choose(from: UnsafeBufferPointer(start: offer, count: Int(count)))
    else { return SSL_TLSEXT_ERR_ALERT_FATAL }
    unsafe chosen?.pointee = offer + range.lowerBound
    unsafe chosenCount?.pointee = UInt8(truncatingIfNeeded: range.count)
    return SSL_TLSEXT_ERR_OK
}

/// Seals a ticket, or opens one: 1 with the key that seals now, 2 with an older one (a new ticket is due), 0 not at all.
func useTicketKey(
    _ pointer: OpaquePointer?, _ name: UnsafeMutablePointer<UInt8>?, _ vector: UnsafeMutablePointer<UInt8>?,
    _ cipher: OpaquePointer?, _ mac: OpaquePointer?, _ seals: Int32
) -> Int32 {
    guard let session = unsafe session(of: pointer), let name = unsafe name, let vector = unsafe vector else {
        return -1
    }
    let ring = session.server.ticketKeys
    if seals == 1 {
        guard let key = ring.sealingKey(), unsafe RAND_bytes(vector, 16) == 1,
            unsafe EVP_EncryptInit_ex(cipher, EVP_aes_256_cbc(), nil, key.cipher, vector) == 1,
            unsafe set(mac, key)
        else { return -1 }
        unsafe name.update(from: key.name, count: 16)
        return 1
    }
    // A client uses a ticket of TLS 1.3 once, so that nobody can tell that it came back (RFC 8446 appendix C.4), and takes
    // another each time.
    let isUsedUp = unsafe SSL_version(pointer) == TLS1_3_VERSION
    let wanted = unsafe Array(UnsafeBufferPointer(start: name, count: 16))
    guard let (key, isCurrent) = ring.openingKey(named: wanted) else { return 0 }
    guard unsafe EVP_DecryptInit_ex(cipher, EVP_aes_256_cbc(), nil, key.cipher, vector) == 1, unsafe set(mac, key)
    else { return -1 }
    return isCurrent && !isUsedUp ? 1 : 2
}

/// Looks for messages that change a key (RFC 8446 section 4.6.3) among those that come.
func noteMessage(
    _ isSent: Int32, _ version: Int32, _ kind: Int32, _ bytes: UnsafeRawPointer?, _ count: Int,
    _ pointer: OpaquePointer?, _ argument: UnsafeMutableRawPointer?
) {
    guard isSent == 0, kind == SSL3_RT_HANDSHAKE, count > 0,
        unsafe bytes?.load(as: UInt8.self) == UInt8(SSL3_MT_KEY_UPDATE)
    else { return }
    unsafe session(of: pointer)?.noteKeyUpdate()
}

private func set(_ mac: OpaquePointer?, _ key: TicketKey) -> Bool {
    var bytes = key.mac
    return unsafe postern_set_ticket_mac(mac, &bytes, bytes.count) == 1
}
