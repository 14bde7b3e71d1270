// Tests of the links of notes that open notes-ios, as of revision d16ac502aa9e of its routes.
//
// Made by: postern code swift --tenant notes --app notes-ios

import Foundation
import NotesLinks
import Testing

struct NotesLinkTests {
    static let examples: [(url: String, link: NotesLink)] = [
        ("https://go.notes.example/home", .home),
        ("https://go.notes.example/profile", .profile),
        ("https://go.notes.example/settings", .settings),
    ]

    @Test(arguments: examples) func opens(url: String, link: NotesLink) throws {
        let url = try #require(URL(string: url))
        #expect(try NotesLink(url) == link)
    }

    @Test(arguments: examples) func prints(url: String, link: NotesLink) throws {
        let host = try #require(URL(string: url)?.host)
        let printed = try #require(link.url(on: host))
        #expect(try NotesLink(printed) == link)
        if let schemeURL = link.schemeURL {
            #expect(try NotesLink(schemeURL) == link)
        }
    }

    static let nearMisses = [
        "https://go.notes.example/other",
        "https://go.notes.example/home/more",
        "https://go.notes.example//home",
        "https://go.notes.example/profile/more",
        "https://go.notes.example//profile",
        "https://go.notes.example/",
        "https://go.notes.example/settings/more",
        "https://go.notes.example//settings",
        "deeplink://other",
    ]

    @Test(arguments: nearMisses) func staysInBrowser(url: String) throws {
        let url = try #require(URL(string: url))
        #expect(throws: LinkError.self) { try NotesLink(url) }
    }
}
