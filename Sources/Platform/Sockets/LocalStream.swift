import CLinux
import Glibc

/// A connection between two processes of this machine, by which descriptors can be passed: unix(7).
package struct LocalStream: ~Copyable, Sendable {
    /// The most descriptors in one message.
    package static let mostDescriptors = 253

    private let descriptor: FileDescriptor

    /// Takes a connected socket over.
    init(_ descriptor: consuming FileDescriptor) {
        self.descriptor = descriptor
    }

    /// Connects to whoever listens at a path.
    ///
    /// - Parameter path: At most 107 bytes.
    /// - Throws: ``SystemError``; `ENOENT` and `ECONNREFUSED` when nobody does.
    package init(connectingTo path: String) throws(SystemError) {
        let socket = try Self.open()
        let address = try LocalAddress(path)
        let status = unsafe address.withSocketAddress { unsafe Glibc.connect(socket.rawValue, $0, $1) }
        guard status == 0 else { throw .last("connect \(path)") }
        descriptor = socket
    }

    static func open() throws(SystemError) -> FileDescriptor {
        let number = Glibc.socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
        guard number >= 0 else { throw .last("socket") }
        return FileDescriptor(owning: number)
    }

    /// The number to wait for.
    package var rawValue: Int32 { descriptor.rawValue }

    /// Whether the process at the other end runs under this process's user, or under root.
    package var isFromSameUser: Bool {
        // struct ucred: process, user and group.
        var credentials = InlineArray<3, UInt32>(repeating: .max)
        var length = socklen_t(MemoryLayout.size(ofValue: credentials))
        guard unsafe getsockopt(descriptor.rawValue, SOL_SOCKET, SO_PEERCRED, &credentials, &length) == 0 else {
            return false
        }
        return credentials[1] == geteuid() || credentials[1] == 0
    }

    /// Sends bytes, and with them descriptors, which stay open here too.
    ///
    /// - Parameters:
    ///   - bytes: At least one, and few: the socket takes them at once.
    ///   - descriptors: At most ``mostDescriptors``.
    /// - Throws: ``SystemError``; `EPIPE` when the other end is gone.
    package func send(_ bytes: [UInt8], passing descriptors: [Int32] = []) throws(SystemError) {
        precondition(!bytes.isEmpty && descriptors.count <= Self.mostDescriptors, "a message of allowed size")
        let count = unsafe postern_send_descriptors(
            descriptor.rawValue, bytes, bytes.count, descriptors, Int32(descriptors.count))
        guard count == bytes.count else { throw .last("sendmsg") }
    }

    /// Receives what comes next; waits for it.
    ///
    /// - Parameter limit: The most bytes to take.
    /// - Returns: The bytes, none at the end of the connection, and the descriptors that came with them, which are the
    ///   caller's to close.
    /// - Throws: ``SystemError``.
    package func receive(limit: Int) throws(SystemError) -> (bytes: [UInt8], descriptors: [Int32]) {
        var bytes = [UInt8](repeating: 0, count: limit)
        var descriptors = [Int32](repeating: -1, count: Self.mostDescriptors)
        var number = Int32(descriptors.count)
        let count = unsafe postern_receive_descriptors(descriptor.rawValue, &bytes, limit, &descriptors, &number)
        guard count >= 0 else { throw .last("recvmsg") }
        return (Array(bytes.prefix(count)), Array(descriptors.prefix(Int(number))))
    }
}

extension SystemError {
    /// Whether an attempt to connect failed because nobody is there.
    package var saysThatNobodyListens: Bool { errno == ENOENT || errno == ECONNREFUSED }

    /// Whether the other end of a connection was closed.
    package var saysThatThePeerIsGone: Bool { errno == EPIPE || errno == ECONNRESET }
}

/// The address of a local socket: a path.
struct LocalAddress {
    private var address = sockaddr_un()
    private let length: socklen_t

    init(_ path: String) throws(SystemError) {
        let bytes = Array(path.utf8)
        address.sun_family = sa_family_t(AF_UNIX)
        guard !bytes.isEmpty, bytes.count < MemoryLayout.size(ofValue: address.sun_path) else {
            throw SystemError(errno: ENAMETOOLONG, call: "a socket at \(path)")
        }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        length = socklen_t(MemoryLayout<sa_family_t>.size + bytes.count + 1)
    }

    func withSocketAddress<Result>(_ body: (UnsafePointer<sockaddr>, socklen_t) -> Result) -> Result {
        unsafe withUnsafeBytes(of: address) { raw in
            unsafe body(raw.assumingMemoryBound(to: sockaddr.self).baseAddress.unsafelyUnwrapped, length)
        }
    }
}
