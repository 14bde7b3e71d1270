// Tests of the links of shop that open shop-ios, as of revision 90814f3f1a1e of its routes.
//
// Made by: postern code swift --tenant shop --app shop-ios

import Foundation
import ShopLinks
import Testing

struct ShopLinkTests {
    static let examples: [(url: String, link: ShopLink)] = [
        ("https://www.yourdomain.example/products/1042", .product(id: "1042", color: nil)),
        (
            "https://www.yourdomain.example/products/1042?color=green",
            .product(id: "1042", color: "green")
        ),
        ("https://www.yourdomain.example/profile", .profile),
        ("https://www.yourdomain.example/orders/2026-00017", .order(id: "2026-00017")),
    ]

    @Test(arguments: examples) func opens(url: String, link: ShopLink) throws {
        let url = try #require(URL(string: url))
        #expect(try ShopLink(url) == link)
    }

    @Test(arguments: examples) func prints(url: String, link: ShopLink) throws {
        let host = try #require(URL(string: url)?.host)
        let printed = try #require(link.url(on: host))
        #expect(try ShopLink(printed) == link)
    }

    static let nearMisses = [
        "https://www.yourdomain.example/other/1042",
        "https://www.yourdomain.example/products/1042/more",
        "https://www.yourdomain.example//products/1042",
        "https://www.yourdomain.example/other",
        "https://www.yourdomain.example/profile/more",
        "https://www.yourdomain.example//profile",
        "https://www.yourdomain.example/other/2026-00017",
        "https://www.yourdomain.example/orders/2026-00017/more",
        "https://www.yourdomain.example//orders/2026-00017",
        "https://www.yourdomain.example/c/summer",
    ]

    @Test(arguments: nearMisses) func staysInBrowser(url: String) throws {
        let url = try #require(URL(string: url))
        #expect(throws: LinkError.self) { try ShopLink(url) }
    }
}
