import CNGHTTP2
import HTTPWire

/// The fields of one response as the library takes them; used again, so that in the steady state it allocates nothing.
@safe
struct FieldList {
    private struct Place {
        let name: Range<Int>
        /// `nil` is the status, which stands with the names.
        let value: Range<Int>?
    }

    private var names: [UInt8] = []
    private var places: [Place] = []
    private var list: [nghttp2_nv] = unsafe []

    /// Takes the fields of a response, with their names in lower case (RFC 9113 section 8.2).
    ///
    /// - Parameter response: Looked through to its body.
    mutating func take(_ response: inout WrittenResponse) {
        names.removeAll(keepingCapacity: true)
        places.removeAll(keepingCapacity: true)
        appendName(FieldList.status.bytes)
        let name = 0..<names.count
        let status = response.status
        for index in status.indices { names.append(status[index]) }
        places.append(Place(name: name, value: nil))
        while response.nextField() {
            let start = names.count
            appendName(response.name)
            places.append(Place(name: start..<names.count, value: response.valueRange))
        }
    }

    private static let status: StaticString = ":status"

    private mutating func appendName(_ name: Span<UInt8>) {
        for index in name.indices {
            let byte = name[index]
            names.append(byte >= 0x41 && byte <= 0x5A ? byte | 0x20 : byte)
        }
    }

    /// Lends the fields to the library, which copies them.
    ///
    /// - Parameters:
    ///   - response: The one that the fields were taken from.
    ///   - body: Given the fields, for as long as it runs.
    /// - Returns: What the body returns.
    mutating func withFields<Result>(
        in response: Span<UInt8>, _ body: (UnsafePointer<nghttp2_nv>?, Int) -> Result
    ) -> Result {
        unsafe list.removeAll(keepingCapacity: true)
        return unsafe names.withUnsafeMutableBufferPointer { names in
            unsafe response.withUnsafeBufferPointer { bytes in
                // The library reads only; its fields are mutable for other users.
                let values = unsafe UnsafeMutablePointer(mutating: bytes.baseAddress)
                for place in places {
                    let name = unsafe names.baseAddress?.advanced(by: place.name.lowerBound)
                    var value = unsafe names.baseAddress?.advanced(by: place.name.upperBound)
                    if let range = place.value { unsafe value = values?.advanced(by: range.lowerBound) }
                    unsafe list.append(
                        nghttp2_nv(
                            name: name, value: value, namelen: place.name.count, valuelen: place.value?.count ?? 3,
                            flags: 0))
                }
                return unsafe list.withUnsafeBufferPointer { unsafe body($0.baseAddress, $0.count) }
            }
        }
    }
}
