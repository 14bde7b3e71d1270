import COpenSSL

/// Random bytes for secrets, tokens and seeds, from OpenSSL's generator; safe from any thread.
package enum SecureRandom {
    /// Makes random bytes.
    ///
    /// - Parameter count: How many, 0 to 2,147,483,647.
    /// - Returns: The bytes.
    /// - Throws: ``CryptographyError`` when the generator has no entropy.
    package static func bytes(_ count: Int) throws(CryptographyError) -> [UInt8] {
        precondition((0...Int(Int32.max)).contains(count), "The count of random bytes is out of range.")
        ERR_clear_error()
        var bytes = [UInt8](repeating: 0, count: count)
        guard count > 0 else { return bytes }
        let result = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe RAND_bytes(buffer.baseAddress, Int32(count))
        }
        guard result == 1 else { throw .last("RAND_bytes") }
        return bytes
    }

    /// Makes a random number, each value as likely as any other.
    ///
    /// - Returns: The number.
    /// - Throws: ``CryptographyError`` when the generator has no entropy.
    package static func uint64() throws(CryptographyError) -> UInt64 {
        try bytes(8).reduce(0) { $0 << 8 | UInt64($1) }
    }
}
