// Tests of the links of kitchen that open kitchen-ios, as of revision d0642b4526fe of its routes.
//
// Made by: postern code swift --tenant kitchen --app kitchen-ios

import Foundation
import KitchenLinks
import Testing

struct KitchenLinkTests {
    static let examples: [(url: String, link: KitchenLink)] = [
        ("https://www.kitchen.example/mobile-app/recipes", .recipes(.list)),
        (
            "https://www.kitchen.example/mobile-app/recipe?id=77",
            .recipes(.detail(id: "77", referrer: nil))
        ),
        (
            "https://www.kitchen.example/mobile-app/recipe?referrer=mail&id=77",
            .recipes(.detail(id: "77", referrer: "mail"))
        ),
        (
            "https://anna.kitchen.example/mobile-app/recipe?id=77&referrer=anna",
            .recipes(.detail(id: "77", referrer: "anna"))
        ),
        ("https://www.kitchen.example/mobile-app/profile?to=settings", .profile(to: .settings)),
        ("https://www.kitchen.example/mobile-app/profile?to=favorites", .profile(to: .favorites)),
    ]

    @Test(arguments: examples) func opens(url: String, link: KitchenLink) throws {
        let url = try #require(URL(string: url))
        #expect(try KitchenLink(url) == link)
    }

    @Test(arguments: examples) func prints(url: String, link: KitchenLink) throws {
        let host = try #require(URL(string: url)?.host)
        let printed = try #require(link.url(on: host))
        #expect(try KitchenLink(printed) == link)
    }

    static let nearMisses = [
        "https://www.kitchen.example/mobile-app/other",
        "https://www.kitchen.example/other/recipes",
        "https://www.kitchen.example/mobile-app/recipes/more",
        "https://www.kitchen.example/mobile-app/recipe?id=",
        "https://www.kitchen.example/mobile-app/other?id=77",
        "https://www.kitchen.example/other/recipe?id=77",
        "https://www.kitchen.example/mobile-app/profile?to=",
        "https://www.kitchen.example/mobile-app/profile?to=other",
        "https://www.kitchen.example/mobile-app/other?to=settings",
    ]

    @Test(arguments: nearMisses) func staysInBrowser(url: String) throws {
        let url = try #require(URL(string: url))
        #expect(throws: LinkError.self) { try KitchenLink(url) }
    }
}
