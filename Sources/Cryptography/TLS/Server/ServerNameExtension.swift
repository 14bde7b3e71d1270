/// The name that a client asks for (RFC 6066 section 3).
enum ServerNameExtension {
    /// Reads the host name of an extension.
    ///
    /// - Parameter bytes: The extension's content.
    /// - Returns: The name in lower case, without a dot at its end; `nil` where there is none, or more than one, or one
    ///   with other characters than a host name has.
    static func hostName(_ bytes: UnsafeBufferPointer<UInt8>) -> String? {
        // A list of two bytes of length, with one entry: a type (0), two bytes of length, the name.
        guard bytes.count > 5, unsafe number(bytes, 0) == bytes.count - 2, unsafe bytes[2] == 0,
            unsafe number(bytes, 3) == bytes.count - 5
        else { return nil }
        var name = unsafe bytes[5...]
        if unsafe name.last == UInt8(ascii: ".") { unsafe name = unsafe name.dropLast() }
        guard unsafe (1...253).contains(name.count), unsafe name.allSatisfy(isNameByte) else { return nil }
        return unsafe String(decoding: name, as: UTF8.self).lowercased()
    }

    private static func number(_ bytes: UnsafeBufferPointer<UInt8>, _ index: Int) -> Int {
        unsafe Int(bytes[index]) << 8 | Int(bytes[index + 1])
    }

    private static func isNameByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "_"):
            true
        default: false
        }
    }
}
