import COpenSSL

/// A call of OpenSSL that failed: no memory, or no entropy.
package struct CryptographyError: Error, Equatable, CustomStringConvertible {
    /// The function that failed: `EVP_DigestUpdate`.
    package let call: String

    /// OpenSSL's packed error code; 0 when it gave none.
    package let code: UInt

    /// Takes the earliest error of the calling thread's queue and empties the queue.
    static func last(_ call: String) -> CryptographyError {
        let code = ERR_get_error()
        ERR_clear_error()
        return CryptographyError(call: call, code: UInt(code))
    }

    /// The call and OpenSSL's text for the code.
    package var description: String {
        guard code != 0 else { return "\(call) failed" }
        var text = [CChar](repeating: 0, count: 256)
        let capacity = text.count
        unsafe text.withUnsafeMutableBufferPointer { buffer in
            unsafe ERR_error_string_n(numericCast(code), buffer.baseAddress, capacity)
        }
        let end = text.firstIndex(of: 0) ?? text.endIndex
        return "\(call): " + String(decoding: text[..<end].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }
}
