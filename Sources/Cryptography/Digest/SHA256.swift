import COpenSSL

/// SHA-256 (FIPS 180-4 section 6.2), of bytes at once or piece by piece.
///
/// Confined to one thread at a time.
@safe
package struct SHA256: ~Copyable {
    private let context: OpaquePointer

    /// Begins a digest.
    ///
    /// - Throws: ``CryptographyError`` when OpenSSL has no memory.
    package init() throws(CryptographyError) {
        ERR_clear_error()
        guard let context = unsafe EVP_MD_CTX_new() else { throw .last("EVP_MD_CTX_new") }
        guard unsafe EVP_DigestInit_ex(context, EVP_sha256(), nil) == 1 else {
            let error = CryptographyError.last("EVP_DigestInit_ex")
            unsafe EVP_MD_CTX_free(context)
            throw error
        }
        unsafe self.context = context
    }

    deinit {
        unsafe EVP_MD_CTX_free(context)
    }

    /// Adds bytes to what is digested.
    ///
    /// - Parameter bytes: Any number, also none.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package mutating func update(_ bytes: Span<UInt8>) throws(CryptographyError) {
        ERR_clear_error()
        let result = unsafe bytes.withUnsafeBufferPointer { buffer in
            unsafe EVP_DigestUpdate(context, buffer.baseAddress, buffer.count)
        }
        guard result == 1 else { throw .last("EVP_DigestUpdate") }
    }

    /// Adds bytes to what is digested.
    ///
    /// - Parameter bytes: Any number, also none.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package mutating func update(_ bytes: [UInt8]) throws(CryptographyError) {
        try update(bytes.span)
    }

    /// Ends the digest.
    ///
    /// - Returns: The digest of all bytes added.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package consuming func finalize() throws(CryptographyError) -> SHA256Digest {
        ERR_clear_error()
        var digest = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        let result = unsafe digest.withUnsafeMutableBufferPointer { buffer in
            unsafe EVP_DigestFinal_ex(context, buffer.baseAddress, nil)
        }
        guard result == 1, let value = SHA256Digest(bytes: digest) else { throw .last("EVP_DigestFinal_ex") }
        return value
    }

    /// Digests bytes at once.
    ///
    /// - Parameter bytes: Any number, also none.
    /// - Returns: Their digest.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package static func digest(of bytes: Span<UInt8>) throws(CryptographyError) -> SHA256Digest {
        var state = try SHA256()
        try state.update(bytes)
        return try state.finalize()
    }

    /// Digests bytes at once.
    ///
    /// - Parameter bytes: Any number, also none.
    /// - Returns: Their digest.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package static func digest(of bytes: [UInt8]) throws(CryptographyError) -> SHA256Digest {
        try digest(of: bytes.span)
    }
}
