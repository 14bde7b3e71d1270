import CCurl
import Glibc
import Platform

// What libcurl calls during a transfer, on the engine's thread; the context is the `Transfer`.

/// Takes a piece of the decoded body; another count than given ends the transfer.
func receiveBody(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let transfer = unsafe Transfer.from(context) else { return 0 }
    let buffer = unsafe UnsafeRawBufferPointer(start: bytes, count: size * count)
    return unsafe transfer.collector.takeBody(buffer) ? size * count : 0
}

/// Takes a line of the head or the trailer.
func receiveLine(
    _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
    guard let bytes = unsafe bytes, let transfer = unsafe Transfer.from(context) else { return 0 }
    let line = unsafe [UInt8](UnsafeRawBufferPointer(start: bytes, count: size * count))
    return transfer.collector.takeLine(line) ? size * count : 0
}

/// Opens a socket for an address that was judged and for no other one, before anything is connected (case 100).
func openSocket(
    _ context: UnsafeMutableRawPointer?, _ purpose: curlsocktype, _ address: UnsafeMutablePointer<curl_sockaddr>?
) -> curl_socket_t {
    guard let transfer = unsafe Transfer.from(context), let address = unsafe address, purpose == CURLSOCKTYPE_IPCXN,
        let target = unsafe ipAddress(of: address), transfer.mayConnect(to: target)
    else { return CURL_SOCKET_BAD }
    transfer.attempts.append(target)
    let type = unsafe address.pointee.socktype | Int32(SOCK_CLOEXEC.rawValue)
    let number = unsafe socket(address.pointee.family, type, address.pointee.`protocol`)
    transfer.sockets.append(number)
    return number
}

/// Forbids libcurl to look a name up: whatever is not pinned fails.
func beginResolving(
    _ resolver: UnsafeMutableRawPointer?, _ reserved: UnsafeMutableRawPointer?, _ context: UnsafeMutableRawPointer?
) -> Int32 {
    // An address in the URL is "resolved" too, without a question to anybody.
    unsafe Transfer.from(context)?.request.url.literal == nil ? 1 : 0
}

/// Whether a socket has a peer.
func isConnected(_ number: Int32) -> Bool {
    postern_curl_is_connected(number) == 1
}

private func ipAddress(of address: UnsafeMutablePointer<curl_sockaddr>) -> IPAddress? {
    guard let bytes = unsafe postern_curl_socket_address(address) else { return nil }
    switch unsafe address.pointee.family {
    case AF_INET:
        let four = unsafe bytes.loadUnaligned(as: sockaddr_in.self)
        return IPAddress(ipv4: UInt32(bigEndian: four.sin_addr.s_addr))
    case AF_INET6:
        let six = unsafe bytes.loadUnaligned(as: sockaddr_in6.self)
        let (high, low) = unsafe withUnsafeBytes(of: six.sin6_addr) { raw in
            unsafe (raw.loadUnaligned(as: UInt64.self), raw.loadUnaligned(fromByteOffset: 8, as: UInt64.self))
        }
        return IPAddress(high: UInt64(bigEndian: high), low: UInt64(bigEndian: low))
    default:
        return nil
    }
}
