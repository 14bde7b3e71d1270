// Tests of the links of reader that open reader-ios, as of revision 44fd2f5e8aea of its routes.
//
// Made by: postern code swift --tenant reader --app reader-ios

import Foundation
import ReaderLinks
import Testing

struct ReaderLinkTests {
    static let examples: [(url: String, link: ReaderLink)] = [
        ("https://go.reader.example/item/7", .item(id: 7)),
        ("https://go.reader.example/profile/mira", .profile(user: "mira")),
        (
            "https://go.reader.example/article/how-links-open-apps",
            .article(slug: "how-links-open-apps")
        ),
    ]

    @Test(arguments: examples) func opens(url: String, link: ReaderLink) throws {
        let url = try #require(URL(string: url))
        #expect(try ReaderLink(url) == link)
    }

    @Test(arguments: examples) func prints(url: String, link: ReaderLink) throws {
        let host = try #require(URL(string: url)?.host)
        let printed = try #require(link.url(on: host))
        #expect(try ReaderLink(printed) == link)
        if let schemeURL = link.schemeURL {
            #expect(try ReaderLink(schemeURL) == link)
        }
    }

    static let nearMisses = [
        "https://go.reader.example/item/other",
        "https://go.reader.example/other/7",
        "https://go.reader.example/item/7/more",
        "https://go.reader.example/other/mira",
        "https://go.reader.example/profile/mira/more",
        "https://go.reader.example//profile/mira",
        "https://go.reader.example/other/how-links-open-apps",
        "https://go.reader.example/article/how-links-open-apps/more",
        "https://go.reader.example//article/how-links-open-apps",
        "https://go.reader.example/item/7?web=1",
        "https://go.reader.example/item/7#web",
        "myapp://other",
    ]

    @Test(arguments: nearMisses) func staysInBrowser(url: String) throws {
        let url = try #require(URL(string: url))
        #expect(throws: LinkError.self) { try ReaderLink(url) }
    }
}
