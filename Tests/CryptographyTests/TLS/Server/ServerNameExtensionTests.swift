import Testing

@testable import Cryptography

@Suite struct ServerNameExtensionTests {
    func read(_ bytes: [UInt8]) -> String? {
        unsafe bytes.withUnsafeBufferPointer { unsafe ServerNameExtension.hostName($0) }
    }

    func made(_ name: String) -> [UInt8] {
        let count = name.utf8.count
        return [UInt8((count + 3) >> 8), UInt8((count + 3) & 255), 0, UInt8(count >> 8), UInt8(count & 255)] + name.utf8
    }

    @Test(arguments: [("a.test", "a.test"), ("A.Test", "a.test"), ("a.test.", "a.test"), ("x", "x")])
    func `a name is read`(_ sent: String, _ name: String) {
        #expect(read(made(sent)) == name)
    }

    @Test(arguments: ["", ".", "a b", "a\0b", "é.test", "a/b", String(repeating: "a", count: 254)])
    func `what is no host name is none`(_ sent: String) {
        #expect(read(made(sent)) == nil)
    }

    @Test func `a list that does not fit is none`() {
        let good = made("a.test")
        for count in good.indices { #expect(read(Array(good.prefix(count))) == nil) }
        #expect(read(good + [0]) == nil)
        #expect(read(good.enumerated().map { $0.offset == 2 ? 1 : $0.element }) == nil)
    }
}
