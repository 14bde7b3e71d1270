import COpenSSL

/// Sole owner of an `EVP_CIPHER_CTX` for one message in AES-256-GCM.
@safe
final class CipherHandle {
    private let pointer: OpaquePointer
    private let seals: Bool

    /// Begins a message.
    ///
    /// - Parameters:
    ///   - key: 32 bytes.
    ///   - nonce: 12 bytes, another for each message.
    ///   - seals: Whether it encrypts.
    /// - Throws: ``CryptographyError`` when OpenSSL has no memory.
    init(key: [UInt8], nonce: [UInt8], seals: Bool) throws(CryptographyError) {
        precondition(key.count == 32 && nonce.count == 12, "AES-256-GCM takes a key of 32 bytes and a nonce of 12.")
        ERR_clear_error()
        guard let pointer = unsafe EVP_CIPHER_CTX_new() else { throw .last("EVP_CIPHER_CTX_new") }
        guard unsafe EVP_CipherInit_ex(pointer, EVP_aes_256_gcm(), nil, key, nonce, seals ? 1 : 0) == 1 else {
            unsafe EVP_CIPHER_CTX_free(pointer)
            throw .last("EVP_CipherInit_ex")
        }
        unsafe self.pointer = pointer
        self.seals = seals
    }

    deinit {
        // Clears the key too.
        unsafe EVP_CIPHER_CTX_free(pointer)
    }

    /// Encrypts or decrypts the whole message; what was decrypted is nobody's before ``finishOpening(tag:)`` says yes.
    ///
    /// - Parameters:
    ///   - bytes: The message.
    ///   - context: What is authenticated besides.
    /// - Returns: As many bytes.
    /// - Throws: ``CryptographyError`` when OpenSSL fails.
    func run(_ bytes: [UInt8], authenticating context: [UInt8]) throws(CryptographyError) -> [UInt8] {
        precondition(bytes.count <= Int32.max && context.count <= Int32.max, "A message has at most 2 GiB.")
        var written: Int32 = 0
        guard
            unsafe context.isEmpty || EVP_CipherUpdate(pointer, nil, &written, context, Int32(context.count)) == 1
        else { throw .last("EVP_CipherUpdate") }
        var result = [UInt8](repeating: 0, count: bytes.count)
        guard unsafe bytes.isEmpty || EVP_CipherUpdate(pointer, &result, &written, bytes, Int32(bytes.count)) == 1
        else { throw .last("EVP_CipherUpdate") }
        return result
    }

    /// Ends a message that is encrypted.
    ///
    /// - Returns: Its tag; `nil` when OpenSSL fails.
    func finishSealing(tagCount: Int) -> [UInt8]? {
        var (rest, written) = ([UInt8](repeating: 0, count: 16), Int32(0))
        var tag = [UInt8](repeating: 0, count: tagCount)
        guard unsafe EVP_CipherFinal_ex(pointer, &rest, &written) == 1,
            unsafe EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_GET_TAG, Int32(tagCount), &tag) == 1
        else { return nil }
        return tag
    }

    /// Ends a message that is decrypted.
    ///
    /// - Parameter tag: The tag that came with it.
    /// - Returns: Whether the message is what was encrypted, with this key and context.
    func finishOpening(tag: [UInt8]) -> Bool {
        defer { ERR_clear_error() }
        var (tag, rest, written) = (tag, [UInt8](repeating: 0, count: 16), Int32(0))
        return unsafe EVP_CIPHER_CTX_ctrl(pointer, EVP_CTRL_AEAD_SET_TAG, Int32(tag.count), &tag) == 1
            && EVP_CipherFinal_ex(pointer, &rest, &written) == 1
    }
}
