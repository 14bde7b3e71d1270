import Testing

@testable import DeepLinks

@Suite struct ReservedPathTests {
    @Test(
        arguments: [
            ("/.well-known/apple-app-site-association", .appleAppSiteAssociation),
            ("/apple-app-site-association", .appleAppSiteAssociation),
            ("/.well-known/assetlinks.json", .assetLinks),
            ("/robots.txt", .robots),
            ("/favicon.ico", .favicon),
            ("/.well-known", .wellKnown),
            ("/.well-known/assetlinks.json/", .wellKnown),
            ("/.well-known/change-password", .wellKnown),
            ("/my-app/.well-known/assetlinks.json", nil),
            ("/.Well-Known/assetlinks.json", nil),
            ("/.well-knownx", nil),
            ("/apple-app-site-association/", nil),
            ("/robots.txt?", nil),
            ("/", nil),
            ("", nil),
            ("/%2ewell-known/assetlinks.json", nil),
            ("//robots.txt", nil),
        ] as [(String, ReservedPath?)]
    )
    func `only the exact spelling is reserved (case 41)`(path: String, expected: ReservedPath?) {
        #expect(ReservedPath(path: Array(path.utf8).span) == expected)
    }
}
