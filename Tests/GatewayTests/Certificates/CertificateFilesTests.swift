import Testing

@testable import Gateway

@Suite struct CertificateFilesTests {
    private func find(_ names: [String], _ below: [String: [String]] = [:]) -> [String] {
        CertificateFiles.find(in: "d", names: names + below.keys) { path in
            below[String(path.dropFirst(2))]
        }.map { "\($0.chain) \($0.key)" }
    }

    @Test func `pairs are found by their names`() {
        #expect(
            find(["b.pem", "b.key", "a.crt", "a.key", "both.pem", "c.pem", "c.crt", "c.key", "readme.txt", ".x.pem"])
                == ["d/a.crt d/a.key", "d/b.pem d/b.key", "d/both.pem d/both.pem", "d/c.crt d/c.key"])
    }

    @Test func `a directory of certbot is a pair`() {
        #expect(
            find(["z.pem"], ["go.acme.test": ["fullchain.pem", "privkey.pem", "README"], "empty": []])
                == ["d/go.acme.test/fullchain.pem d/go.acme.test/privkey.pem", "d/z.pem d/z.pem"])
    }

    @Test func `an empty directory has none`() {
        #expect(find([]).isEmpty)
    }
}
