import Foundation
import Platform
import Testing

@Suite struct ServiceNotificationTests {
    /// A datagram socket bound to a path or an abstract name, as a service manager has it.
    private func receiver(_ name: String) throws -> Int32 {
        let number = socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0)
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        var bytes = Array(name.utf8)
        if name.hasPrefix("@") { bytes[0] = 0 }
        unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: bytes) }
        let length = socklen_t(2 + bytes.count)
        let status = unsafe withUnsafeBytes(of: address) {
            unsafe bind(number, $0.assumingMemoryBound(to: sockaddr.self).baseAddress, length)
        }
        try #require(status == 0)
        return number
    }

    @Test(arguments: ["/tmp/postern-\(UUID().uuidString)", "@postern-\(UUID().uuidString)"])
    func `the manager receives the states in order`(name: String) throws {
        let number = try receiver(name)
        defer {
            close(number)
            if name.hasPrefix("/") { try? FileManager.default.removeItem(atPath: name) }
        }
        let notification = ServiceNotification(path: name)
        #expect(notification.send(.ready))
        #expect(notification.send(.stopping))
        var buffer = [UInt8](repeating: 0, count: 64)
        for expected in ["READY=1", "STOPPING=1"] {
            let count = unsafe recv(number, &buffer, buffer.count, 0)
            #expect(String(decoding: buffer.prefix(max(0, count)), as: UTF8.self) == expected)
        }
    }

    @Test(arguments: [nil, "", "relative", "/tmp/postern-no-such-socket", "/" + String(repeating: "x", count: 200)])
    func `without a manager nothing is sent`(path: String?) {
        #expect(!ServiceNotification(path: path).send(.ready))
    }
}
