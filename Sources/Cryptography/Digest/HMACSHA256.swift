import COpenSSL

/// HMAC (RFC 2104) with SHA-256.
package enum HMACSHA256 {
    /// Makes the tag of a message.
    ///
    /// - Parameters:
    ///   - message: Any number of bytes, also none.
    ///   - key: The secret; 32 bytes or more are advised (RFC 2104 section 3), fewer are not refused.
    /// - Returns: The tag; compare it in constant time.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package static func tag(of message: Span<UInt8>, key: Span<UInt8>) throws(CryptographyError) -> SHA256Digest {
        ERR_clear_error()
        // OpenSSL takes a null key for "the key of the last call": an empty key needs an address.
        let keyBytes = [UInt8](copying: key, atLeast: 1)
        let keyCount = Int32(clamping: key.count)
        var tag = [UInt8](repeating: 0, count: SHA256Digest.byteCount)
        let isMade = unsafe keyBytes.withUnsafeBufferPointer { keyBuffer in
            unsafe message.withUnsafeBufferPointer { messageBuffer in
                unsafe tag.withUnsafeMutableBufferPointer { tagBuffer in
                    unsafe HMAC(
                        EVP_sha256(), keyBuffer.baseAddress, keyCount, messageBuffer.baseAddress, messageBuffer.count,
                        tagBuffer.baseAddress, nil
                    ) != nil
                }
            }
        }
        guard isMade, let value = SHA256Digest(bytes: tag) else { throw .last("HMAC") }
        return value
    }

    /// Makes the tag of a message.
    ///
    /// - Parameters:
    ///   - message: Any number of bytes, also none.
    ///   - key: The secret; 32 bytes or more are advised (RFC 2104 section 3), fewer are not refused.
    /// - Returns: The tag; compare it in constant time.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    package static func tag(of message: [UInt8], key: [UInt8]) throws(CryptographyError) -> SHA256Digest {
        try tag(of: message.span, key: key.span)
    }
}

extension [UInt8] {
    /// Copies a span and fills up with zeros to a least number of bytes.
    fileprivate init(copying span: Span<UInt8>, atLeast count: Int) {
        self = []
        reserveCapacity(Swift.max(span.count, count))
        for index in span.indices { append(span[index]) }
        while self.count < count { append(0) }
    }
}
