import DeepLinks
import Testing

@Suite struct PageIconTests {
    static let png: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    @Test func `an image becomes a URL by how it begins`() throws {
        #expect(try PageIcon(image: Self.png + [1]).text == "data:image/png;base64,iVBORw0KGgoB")
        #expect(try PageIcon(image: Array("<svg/>".utf8)).text == "data:image/svg+xml;base64,PHN2Zy8+")
        #expect(try PageIcon(image: [0xFF, 0xD8, 0xFF]).text == "data:image/jpeg;base64,/9j/")
        #expect(try PageIcon(image: Array("RIFF0000WEBP".utf8)).text.hasPrefix("data:image/webp;"))
        #expect(throws: RuleViolation.self) { try PageIcon(image: Array("GIF89a".utf8)) }
        #expect(throws: RuleViolation.self) { try PageIcon(image: Self.png + Array(repeating: 0, count: 3100)) }
    }

    @Test(
        arguments: [
            "", "https://www.acme.example/a.png", "data:text/html;base64,PGI+", "data:image/png,abcd",
            "data:image/png;base64,", "data:image/png;base64,====", "data:image/png;base64,abc",
            "data:image/png;base64,ab\"=", "data:image/png;base64,a===", "DATA:image/png;base64,abcd",
        ]
    )
    func `anything else is no icon`(text: String) {
        #expect(throws: RuleViolation.self) { try PageIcon(text) }
    }

    @Test(arguments: [
        ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ])
    func `base64 is that of RFC 4648`(bytes: String, text: String) {
        #expect(Base64.text(Array(bytes.utf8)) == text)
    }
}
