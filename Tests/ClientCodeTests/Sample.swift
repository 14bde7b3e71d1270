import ClientCode
import DeepLinks
import Foundation
import Testing

/// Values that the tests put together.
enum Sample {
    /// The demo fleet's tenants.
    static func demoTenant(_ name: String) throws -> Tenant {
        let document = try FleetDocument(
            reading: Array(Data(contentsOf: root.appending(path: "scripts/demo-fleet.json5"))))
        return try #require(try document.fleet().tenants.first { $0.name.text == name })
    }

    /// The repository.
    static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()

    /// A tenant that is read from the text of a fleet file's `routes`.
    static func tenant(
        name: String = "acme", domains: String = #"{ host: "go.acme.example", attested: true }"#,
        scheme: String? = nil, routes: String
    ) throws -> Tenant {
        let scheme = scheme.map { ", scheme: \"\($0)\"" } ?? ""
        let fingerprint =
            "5E:0C:7B:91:A4:D2:36:F8:19:C3:E7:42:6D:80:BB:15:27:FA:94:03:CE:68:51:DF:7A:3E:B6:08:C9:12:F5:4D"
        let text = """
            { version: 1, tenants: [ { name: "\(name)", web: "https://www.acme.example/",
              apps: [
                { name: "phone", platform: "ios", appID: "8K4QZN7WXT.example.acme.shop"\(scheme) },
                { name: "tablet", platform: "ios", appID: "8K4QZN7WXT.example.acme.tablet" },
                { name: "droid", platform: "android", package: "example.\(name).shop", fingerprints: ["\(fingerprint)"]\(scheme) } ],
              domains: [ \(domains) ], routes: [ \(routes) ] } ] }
            """
        return try #require(try FleetDocument(reading: Array(text.utf8)).fleet().tenants.first)
    }

    /// The links of a tenant's app.
    static func links(_ tenant: Tenant, app: String = "phone") throws -> ClientLinks {
        try ClientLinks(tenant, app: try #require(AppName(app)))
    }

    /// The text of a file of the code, by the end of its name.
    static func swift(_ links: ClientLinks, file: String) throws -> String {
        try #require(SwiftCode(links, revision: "0").package.files.first { $0.path.hasSuffix(file) }).text
    }
}
