import DeepLinks
import Testing

/// Values that the tests put together.
enum Sample {
    /// An iOS app.
    static func ios(_ name: String = "shop") throws -> App {
        App(
            name: try #require(AppName(name)),
            identity: .ios(try #require(AppID("7Q2MX9RK4T.example.\(name)")), storeID: nil))
    }

    /// Two fingerprints as signing certificates have them.
    static let fingerprints = [
        "5E:0C:7B:91:A4:D2:36:F8:19:C3:E7:42:6D:80:BB:15:27:FA:94:03:CE:68:51:DF:7A:3E:B6:08:C9:12:F5:4D",
        "A3:19:5C:F0:87:2E:6B:D4:01:98:73:CA:3F:E6:50:BD:14:8A:C7:29:F2:65:0E:9B:D8:31:7C:46:AF:E2:95:08",
    ]

    /// An Android app with two certificates.
    static var android: App {
        get throws {
            App(
                name: try #require(AppName("shop-android")),
                identity: .android(
                    try #require(PackageName("example.shop")),
                    fingerprints: try fingerprints.map { try #require(CertificateFingerprint($0)) }
                )
            )
        }
    }

    /// A route with a page for browsers.
    static func route(_ name: String, _ pattern: String, opens: AppSelection = .all) throws -> Route {
        Route(
            name: try #require(RouteName(name)), pattern: try RoutePattern(pattern), opens: opens,
            destination: .web(try URLTemplate("https://www.shop.example/"))
        )
    }

    /// A tenant with one domain.
    static func tenant(apps: [App], routes: [Route]) throws -> Tenant {
        Tenant(
            name: try #require(TenantName("shop")), web: try URLTemplate("https://www.shop.example/"), apps: apps,
            domains: [Domain(name: try DomainName("go.shop.example"), state: .live, isAttested: true)], routes: routes,
            limits: TenantLimits(routesPerDomain: 10_000)
        )
    }
}
