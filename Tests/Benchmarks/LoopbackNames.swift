import Glibc
import Platform

/// A name server on 127.0.0.1 for which every name has the address 127.0.0.1.
struct LoopbackNames {
    /// Prints its address and answers until the process is ended.
    static func serve() throws(BenchmarkFailure) -> Bool {
        let descriptor = socket(AF_INET, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var length = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = unsafe withUnsafeMutablePointer(to: &address) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe bind(descriptor, pointer, length) == 0 && getsockname(descriptor, pointer, &length) == 0
            }
        }
        guard isBound else { throw BenchmarkFailure(reason: "\(SystemError.last("bind"))") }
        print("names 127.0.0.1:\(UInt16(bigEndian: address.sin_port))")
        fflush(nil)
        var bytes = [UInt8](repeating: 0, count: 512)
        while true {
            var peer = sockaddr_in()
            var length = socklen_t(MemoryLayout<sockaddr_in>.size)
            unsafe withUnsafeMutablePointer(to: &peer) { pointer in
                unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                    let count = unsafe recvfrom(descriptor, &bytes, bytes.count, 0, pointer, &length)
                    guard let reply = answer(to: bytes.prefix(max(0, count))) else { return }
                    _ = unsafe sendto(descriptor, reply, reply.count, 0, pointer, length)
                }
            }
        }
    }

    /// The question with an address, when it asks for IPv4 (RFC 1035 section 4.1).
    private static func answer(to query: ArraySlice<UInt8>) -> [UInt8]? {
        var end = 12
        while end < query.count, query[end] != 0 { end += Int(query[end]) + 1 }
        end += 5
        guard end <= query.count else { return nil }
        let isAddress = query[end - 3] == 1
        let head = Array(query[..<2]) + [0x81, 0x80, 0, 1, 0, isAddress ? 1 : 0, 0, 0, 0, 0]
        let record: [UInt8] = [0xC0, 12, 0, 1, 0, 1, 0, 0, 0, 60, 0, 4, 127, 0, 0, 1]
        return head + query[12..<end] + (isAddress ? record : [])
    }
}
