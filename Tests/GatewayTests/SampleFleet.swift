/// A fleet file with what the tests ask for.
enum SampleFleet {
    static let fingerprint =
        "78:9B:34:CA:F5:4F:2E:22:0A:CD:94:1E:71:B8:8D:58:36:86:6D:0D:85:8B:63:54:9E:94:BE:2C:AC:C6:7F:5B"

    static let text = """
        {
          version: 1,
          tenants: [
            {
              name: "shop",
              web: "https://www.shop.example/",
              apps: [
                { name: "ios", platform: "ios", appID: "ABCDE12345.example.shop", storeID: "123456789" },
                { name: "droid", platform: "android", package: "example.shop", fingerprints: ["\(fingerprint)"] },
              ],
              domains: [
                { host: "go.shop.example", attested: true },
                { host: "fold.shop.example", attested: true, caseSensitive: false,
                  fallback: "https://www.shop.example/lost?from=fold" },
                { host: "later.shop.example" },
              ],
              routes: [
                { name: "item", pattern: "/items/{id}", web: "https://www.shop.example/i/{id}?ref={id}" },
                { name: "signed", pattern: "/signed",
                  web: "https://pay.shop.example/t?e=a%2Bb%2Fc%3D&cct=%24+13%0Ar&id=7#top" },
                { name: "bare", pattern: "/bare", web: "https://www.shop.example/p?" },
                { name: "moved", pattern: "/old/{id}", web: "https://www.shop.example/new/{id}", status: 301,
                  maxAge: 3600 },
                { name: "see", pattern: "/see", web: "https://www.shop.example/see", status: 303 },
                { name: "keep", pattern: "/keep", web: "https://www.shop.example/keep", status: 307, maxAge: 60 },
                { name: "ever", pattern: "/ever", web: "https://www.shop.example/ever", status: 308,
                  maxAge: 31536000 },
                { name: "docs", pattern: "/docs/{rest*}", web: "https://docs.shop.example/{rest}" },
                { name: "cafe", pattern: "/caf%C3%A9", web: "https://www.shop.example/caf%C3%A9" },
                { name: "health", pattern: "/healthz", web: "https://www.shop.example/health" },
                { name: "season", pattern: "/season", web: "https://www.shop.example/season",
                  ends: "2020-01-01T00:00:00Z" },
                { name: "app", pattern: "/app/{id}", web: "https://www.shop.example/a/{id}",
                  platforms: { default: "store", windows: "https://pc.shop.example/{id}" },
                  preview: { title: "The <app> & more", description: "It's <new>",
                    image: "https://www.shop.example/a.png" } },
                { name: "choice", pattern: "/choice/{id}", web: "https://www.shop.example/ch/{id}",
                  platforms: { android: "page" } },
                { name: "badge", pattern: "/b/{slug}", opens: "none", links: true, platforms: { ios: "store" } },
                { name: "campaign", pattern: "/c/{slug}", opens: "none", links: true },
                { name: "fixed", pattern: "/k/{slug}", opens: "none", links: true, status: 301, maxAge: 600 },
              ],
              links: [
                { url: "https://go.shop.example/c/spring",
                  to: "https://store.shop.example/s?list=a%2Fb&utm_source=a#top" },
                { url: "https://go.shop.example/c/path", to: "/items/7?color=red" },
                { url: "https://go.shop.example/c/moved", to: "/old/7" },
                { url: "https://go.shop.example/c/lost", to: "/nothing/here" },
                { url: "https://go.shop.example/c/over", to: "/items/7", expires: "2020-01-01T00:00:00Z" },
                { url: "https://go.shop.example/c/led", to: "/items/7", expires: "2020-01-01T00:00:00Z",
                  afterwards: "https://store.shop.example/over?a=1" },
                { url: "https://go.shop.example/c/early", to: "/items/7", starts: "2999-01-01T00:00:00Z" },
                { url: "https://go.shop.example/c/begun", to: "/items/7", starts: "2020-01-01T00:00:00Z" },
                { url: "https://go.shop.example/c/paused", to: "/items/7", paused: true },
                { url: "https://go.shop.example/c/blocked", to: "https://store.shop.example/", blocked: true },
                { url: "https://go.shop.example/c/%EA%B5%AC", to: "https://store.shop.example/ko" },
                { url: "https://go.shop.example/b/one", to: "https://store.shop.example/one" },
                { url: "https://go.shop.example/b/app", to: "/app/7" },
                { url: "https://go.shop.example/k/book", to: "https://store.shop.example/book" },
                { url: "https://go.shop.example/k/path", to: "/ever" },
                { url: "https://fold.shop.example/c/Summer", to: "https://store.shop.example/summer" },
              ],
            },
            {
              name: "blog",
              web: "https://www.blog-web.example/",
              domains: [{ host: "go.blog.example", attested: true }],
              routes: [{ name: "all", pattern: "/{rest*}", web: "https://www.blog-web.example/all/{rest}" }],
            },
            {
              name: "wild",
              web: "https://wild-web.example/",
              apps: [{ name: "ios", platform: "ios", appID: "ABCDE12345.example.wild" }],
              domains: [
                { host: "*.wild.example", attested: true },
                { host: "own.wild.example", attested: true, fallback: "https://wild-web.example/own" },
              ],
              routes: [
                { name: "page", pattern: "/p/{id}", web: "https://wild-web.example/{id}" },
                { name: "campaign", pattern: "/c/{slug}", opens: "none", links: true },
              ],
              links: [{ url: "https://*.wild.example/c/one", to: "/p/1" }],
            },
            {
              name: "pair",
              web: "https://pair-web.example/",
              apps: [{ name: "ios", platform: "ios", appID: "ABCDE12345.example.pair" }],
              domains: [{ host: "*.pair.example", attested: true }, { host: "pair.example", attested: true }],
              routes: [{ name: "page", pattern: "/p/{id}", web: "https://pair-web.example/{id}" }],
            },
            {
              name: "closed",
              web: "https://closed-web.example/",
              suspended: true,
              apps: [{ name: "ios", platform: "ios", appID: "ABCDE12345.example.closed" }],
              domains: [{ host: "go.closed.example", attested: true }],
              routes: [
                { name: "page", pattern: "/p/{id}", web: "https://closed-web.example/{id}" },
                { name: "campaign", pattern: "/c/{slug}", opens: "none", links: true },
              ],
              links: [{ url: "https://go.closed.example/c/one", to: "https://closed-web.example/one" }],
            },
          ],
        }
        """
}
