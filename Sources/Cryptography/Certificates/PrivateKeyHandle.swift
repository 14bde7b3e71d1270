import COpenSSL

/// Sole owner of an `EVP_PKEY`.
@safe
final class PrivateKeyHandle {
    let pointer: OpaquePointer

    /// Takes ownership.
    private init(owning pointer: OpaquePointer) {
        unsafe self.pointer = pointer
    }

    deinit {
        unsafe EVP_PKEY_free(pointer)
    }

    /// Reads the first private key of a PEM text; what else stands there is passed over.
    ///
    /// The text is taken apart and the key read from its DER: OpenSSL's own reader of PEM keys takes four times as long.
    ///
    /// - Parameters:
    ///   - pem: The text.
    ///   - kind: What it most probably is.
    /// - Returns: The key.
    /// - Throws: ``ServerCertificateError``.
    static func read(pem: [UInt8], as kind: ServerKeyKind?) throws(ServerCertificateError) -> PrivateKeyHandle {
        ERR_clear_error()
        defer { ERR_clear_error() }
        guard pem.count <= Int32.max else { throw .malformedKey }
        let outcome: Result<PrivateKeyHandle, ServerCertificateError> = unsafe pem.withUnsafeBytes { bytes in
            guard let bio = unsafe BIO_new_mem_buf(bytes.baseAddress, Int32(bytes.count)) else {
                // An empty text has no address.
                return .failure(pem.isEmpty ? .noKey : .noMemory)
            }
            defer { unsafe BIO_free(bio) }
            while true {
                var name: UnsafeMutablePointer<CChar>?
                var header: UnsafeMutablePointer<CChar>?
                var data: UnsafeMutablePointer<UInt8>?
                var count = 0
                guard unsafe PEM_read_bio(bio, &name, &header, &data, &count) == 1 else {
                    let code = ERR_peek_last_error()
                    let isEnd =
                        postern_error_library(code) == ERR_LIB_PEM
                        && postern_error_reason(code) == PEM_R_NO_START_LINE
                    return .failure(isEnd ? .noKey : .malformedKey)
                }
                defer {
                    unsafe CRYPTO_free(name, nil, 0)
                    unsafe CRYPTO_free(header, nil, 0)
                    // The bytes of a key do not stay in memory that others get.
                    unsafe CRYPTO_clear_free(data, count, nil, 0)
                }
                guard let name = unsafe name, let data = unsafe data else { return .failure(.noMemory) }
                let isEncrypted = unsafe header.map { unsafe $0.pointee != 0 } ?? false
                switch unsafe String(cString: name) {
                case "ENCRYPTED PRIVATE KEY": return .failure(.encryptedKey)
                case "PRIVATE KEY", "EC PRIVATE KEY", "RSA PRIVATE KEY":
                    if isEncrypted { return .failure(.encryptedKey) }
                    return unsafe read(der: UnsafeBufferPointer(start: data, count: count), as: kind)
                default: continue
                }
            }
        }
        return try outcome.get()
    }

    /// Reads DER that holds one private key, which most probably is of a kind.
    static func read(der: [UInt8], as kind: ServerKeyKind?) throws(ServerCertificateError) -> PrivateKeyHandle {
        ERR_clear_error()
        defer { ERR_clear_error() }
        let outcome = unsafe der.withUnsafeBufferPointer { unsafe read(der: $0, as: kind) }
        return try outcome.get()
    }

    /// The key in DER (RFC 5958); the caller has it forgotten by ``forget(_:)``.
    func der() throws(CryptographyError) -> [UInt8] {
        ERR_clear_error()
        let count = unsafe i2d_PrivateKey(pointer, nil)
        guard count > 0 else { throw .last("i2d_PrivateKey") }
        var der = [UInt8](repeating: 0, count: Int(count))
        let written = unsafe der.withUnsafeMutableBufferPointer { buffer in
            var place = buffer.baseAddress
            return unsafe i2d_PrivateKey(pointer, &place)
        }
        guard written == count else { throw .last("i2d_PrivateKey") }
        return der
    }

    /// Overwrites the bytes of a key, so that they do not stay in memory that others get.
    static func forget(_ bytes: inout [UInt8]) {
        unsafe bytes.withUnsafeMutableBytes { unsafe OPENSSL_cleanse($0.baseAddress, $0.count) }
    }

    private static func read(
        der: UnsafeBufferPointer<UInt8>, as kind: ServerKeyKind?
    ) -> Result<PrivateKeyHandle, ServerCertificateError> {
        var place = der.baseAddress
        // OpenSSL takes four times as long for a key whose kind it has to find out.
        if let kind, let pointer = unsafe d2i_PrivateKey(kind.number, nil, &place, der.count) {
            return unsafe .success(PrivateKeyHandle(owning: pointer))
        }
        unsafe place = der.baseAddress
        guard let pointer = unsafe d2i_AutoPrivateKey(nil, &place, der.count) else { return .failure(.malformedKey) }
        let key = unsafe PrivateKeyHandle(owning: pointer)
        return .success(key)
    }

    /// What kind of key it is; `nil` for one that no server's certificate has.
    var kind: ServerKeyKind? { unsafe ServerKeyKind(of: pointer) }
}
