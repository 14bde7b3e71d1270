/// A fleet file of a tenant with pages of its own.
enum PageFleet {
    /// A PNG of one pixel.
    static let icon =
        "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="

    static let text = """
        {
          version: 1,
          tenants: [
            {
              name: "acme",
              web: "https://www.acme.example/",
              page: {
                name: "Acme <Shop>",
                icon: "\(icon)",
                appHost: "open.acme.example",
                colors: { accent: "#ffd400", background: "#fffbe6", darkBackground: "#203040" },
                texts: {
                  de: { title: "Willkommen", text: "Öffne \\"Acme\\"", open: "Zur App" },
                  "pt-BR": { open: "Abrir", web: "Continuar", appStore: "App Store", googlePlay: "Google Play" },
                },
              },
              platforms: { default: "page" },
              apps: [
                { name: "ios", platform: "ios", appID: "8K4QZN7WXT.example.acme", storeID: "1435627943", scheme: "acme" },
                { name: "droid", platform: "android", package: "example.acme", scheme: "acme",
                  fingerprints: ["\(SampleFleet.fingerprint)"] },
              ],
              domains: [
                { host: "go.acme.example", attested: true, optOut: { query: "web", fragment: "web" } },
                { host: "open.acme.example", attested: true, optOut: { query: "stay", fragment: "stay" } },
                { host: "own.acme.example", attested: true },
              ],
              routes: [
                { name: "item", pattern: "/items/{id}", web: "https://www.acme.example/i/{id}" },
                { name: "open", pattern: "/to/{id}", web: "https://open.acme.example/items/{id}#top" },
                { name: "shut", pattern: "/off/{id}", web: "https://open.acme.example/nothing/{id}" },
                { name: "about", pattern: "/about", web: "https://www.acme.example/about",
                  preview: { title: "About <us>", image: "https://www.acme.example/a.png" } },
                { name: "campaign", pattern: "/c/{slug}", links: true },
                { name: "own", pattern: "/own/{id}", web: "https://www.acme.example/", domains: ["own.acme.example"] },
              ],
              links: [
                { url: "https://go.acme.example/c/url", to: "https://www.acme.example/sale?x=1" },
                { url: "https://go.acme.example/c/path", to: "/items/7" },
              ],
            },
          ],
        }
        """
}
