/// Strings as C wants a list of them: pointers to NUL-terminated text, and a null pointer at the end.
struct CStringList {
    private var bytes: [CChar] = []
    private var offsets: [Int] = []

    init(_ strings: [String]) {
        for string in strings {
            offsets.append(bytes.count)
            bytes.append(contentsOf: string.utf8CString)
        }
    }

    func withPointers<Result>(_ body: (UnsafePointer<UnsafePointer<CChar>?>?) -> Result) -> Result {
        unsafe bytes.withUnsafeBufferPointer { bytes in
            var pointers: [UnsafePointer<CChar>?] = unsafe offsets.map { offset in
                unsafe bytes.baseAddress.map { unsafe $0 + offset }
            }
            unsafe pointers.append(nil)
            return unsafe pointers.withUnsafeBufferPointer { unsafe body($0.baseAddress) }
        }
    }
}

extension String {
    /// The text without the line ends that libpq puts after its messages.
    func trimmingLineEnd() -> String {
        var text = self[...]
        while text.last?.isNewline == true { text.removeLast() }
        return String(text)
    }
}
