import Foundation
import Testing

/// `postern page preview`: the page that a gateway answers with, byte for byte.
@Suite struct PagePreviewTests {
    static let fleet = """
        { version: 1, tenants: [{ name: "acme", web: "https://www.acme.example/", platforms: { default: "page" },
          page: { name: "Acme", colors: { accent: "#ffd400" }, texts: { de: { open: "Zur App" } } },
          apps: [{ name: "shop", platform: "ios", appID: "8K4QZN7WXT.example.acme", storeID: "123", scheme: "acme" },
            { platform: "android", package: "example.acme",
              fingerprints: ["78:9B:34:CA:F5:4F:2E:22:0A:CD:94:1E:71:B8:8D:58:36:86:6D:0D:85:8B:63:54:9E:94:BE:2C:AC:C6:7F:5B"] }],
          domains: [{ host: "go.acme.example", attested: true, optOut: { query: "web", fragment: "web" } }],
          routes: [
            { name: "item", pattern: "/items/{id}", web: "https://go.acme.example/more/{id}" },
            { name: "more", pattern: "/more/{id}", web: "https://www.acme.example/{id}",
              platforms: { default: "web" } },
            { name: "campaign", pattern: "/c/{slug}", links: true, preview: { title: "Campaign" } },
          ],
          links: [
            { url: "https://go.acme.example/c/url", to: "https://www.acme.example/sale" },
            { url: "https://go.acme.example/c/app", to: "https://www.acme.example/app",
              platforms: { ios: "acme://items/7", android: "acme://items/7" } }] }] }
        """

    static let phone =
        "Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1"
    static let mac =
        "Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 Version/18.5 Safari/605.1.15"
    static let droid = "Mozilla/5.0 (Linux; Android 15; K) AppleWebKit/537.36 Chrome/137.0 Mobile Safari/537.36"
    static let firefox = "Mozilla/5.0 (Android 15; Mobile; rv:139.0) Gecko/139.0 Firefox/139.0"

    @Test func `the preview is what a gateway answers, byte for byte`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("fleet.json5").path
        try Self.fleet.write(toFile: file, atomically: true, encoding: .utf8)
        let gateway = try GatewayProcess(["--fleet", file])
        let targets = ["/items/42?x=1", "/c/url", "/c/url?y=%22", "/c/app?z=1"]
        for target in targets {
            for userAgent in [Self.phone, Self.mac, Self.droid, Self.firefox, "WhatsApp/2.23 A"] {
                for language in ["de", "ar,en;q=0.1", "nl"] {
                    let served = try HTTPAnswer.of(
                        "GET \(target) HTTP/1.1\r\nHost: go.acme.example\r\nUser-Agent: \(userAgent)\r\n"
                            + "Accept-Language: \(language)\r\nConnection: close\r\n\r\n",
                        at: gateway.address("http"))
                    #expect(served.status == 200)
                    let preview = try PosternProgram.run([
                        "page", "preview", "https://go.acme.example\(target)", "--user-agent", userAgent, "--language",
                        language, "--fleet", file,
                    ])
                    #expect(
                        preview.exitCode == 0 && preview.output == served.text, "\(target) \(userAgent) \(language)")
                }
            }
        }
    }

    @Test func `a page goes to a file, and a URL without page says what it gets`() throws {
        let folder = try TemporaryFolder()
        let file = folder.url.appendingPathComponent("fleet.json5").path
        try Self.fleet.write(toFile: file, atomically: true, encoding: .utf8)
        let page = folder.url.appendingPathComponent("page.html").path
        let written = try PosternProgram.run([
            "page", "preview", "https://go.acme.example/items/42", "--platform", "android", "--out", page, "--fleet",
            file,
        ])
        #expect(written.exitCode == 0 && written.output.isEmpty)
        let html = try String(contentsOfFile: page, encoding: .utf8)
        #expect(html.contains("href=\"intent://go.acme.example/items/42#Intent;scheme=https;package=example.acme;"))
        #expect(html.contains("href=\"https://go.acme.example/more/42?web=1\""))
        let none = try PosternProgram.run([
            "page", "preview", "https://go.acme.example/more/42", "--fleet", file,
        ])
        #expect(none.exitCode == 1 && none.messages == "no page: 302 to https://www.acme.example/42\n")
        let unknown = try PosternProgram.run(["page", "preview", "https://x.example/", "--fleet", file])
        #expect(unknown.exitCode == 1 && unknown.messages == "no page: no domain has the host x.example\n")
    }
}
