import Prober
import Testing

@Suite struct TransferURLTests {
    @Test(arguments: [
        ("https://Go.Acme.example", "https://go.acme.example/"),
        ("https://go.acme.example.:443/a?b", "https://go.acme.example/a?b"),
        ("http://10.0.0.7:8080", "http://10.0.0.7:8080/"), ("http://[::1]:80/", "http://[::1]/"),
        ("https://x.example?q", "https://x.example/?q"),
    ])
    func `a URL is read, its host without the root's dot (case 114)`(text: String, expected: String) {
        #expect(TransferURL(text)?.description == expected)
    }

    @Test(arguments: [
        "", "x.example", "ftp://x.example", "file:///etc/passwd", "https://", "https://u@x.example/",
        "https://x.example/#f",
        "https://x.example:0/", "https://x.example:99999/", "https://x.example:/", "https://x..example/",
        "https://x exa/",
        "https://x.example\\@y.example/", "https://[x]/", "https://b\u{FC}cher.example/",
    ])
    func `what no transfer may have is refused`(text: String) {
        #expect(TransferURL(text) == nil)
    }

    @Test func `a path is appended to a base with or without a slash`() {
        for base in ["https://x.example/a/v1", "https://x.example/a/v1/", "https://x.example/a/v1//?z"] {
            #expect(TransferURL(base)?.appending("/go").description == "https://x.example/a/v1/go")
        }
    }
}
