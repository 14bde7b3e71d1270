import Testing

@testable import DeepLinks

@Suite struct URLCharacterTests {
    @Test func `the classes are those of RFC 3986`() {
        let unreserved = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)
        let path = unreserved.union("!$&'()*+,;=:@".utf8)
        let query = path.union("/?".utf8)
        for byte in UInt8.min...UInt8.max {
            #expect(URLCharacter.isUnreserved(byte) == unreserved.contains(byte))
            #expect(URLCharacter.isPath(byte) == path.contains(byte))
            #expect(URLCharacter.isQuery(byte) == query.contains(byte))
            let isKept = (0x21...0x7E).contains(byte) && !Set("\"#<>".utf8).contains(byte)
            #expect(URLCharacter.isKeptInQuery(byte) == isKept)
        }
    }
}
