import TestSupport
import Testing

@testable import Gateway

/// What apps are told that ask where a link leads.
@Suite struct DescriptionTests {
    private static let fleet = SampleFleet.text
        .replacing(#"storeID: "123456789" }"#, with: #"storeID: "123456789", scheme: "shop" }"#)
        .replacing(
            #"{ url: "https://go.shop.example/c/moved""#,
            with: #"{ url: "https://go.shop.example/c/own", to: "https://fold.shop.example/items/8?a=1" }, "#
                + #"{ url: "https://go.shop.example/c/moved""#)

    private static let item =
        #""route":"item","captures":{"id":"7"},"#
        + #""apps":[{"name":"ios","schemeURL":"shop://items/7"},{"name":"droid"}]"#

    static let answers: [(target: String, status: Int, json: String)] = [
        (
            "/items/7?x=1", 200,
            #"{"version":1,"open":"app","reason":"route","destination":"https://www.shop.example/i/7?ref=7&x=1",\#(item)}"#
        ),
        (
            "/c/path?x=1", 200,
            #"{"version":1,"open":"app","reason":"route","destination":"#
                + #""https://www.shop.example/i/7?ref=7&color=red&x=1",\#(item)}"#
        ),
        (
            "/c/spring", 200,
            #"{"version":1,"open":"web","reason":"link","destination":"#
                + #""https://store.shop.example/s?list=a%2Fb&utm_source=a#top"}"#
        ),
        // A link's URL on a domain of the same tenant goes through its routes.
        (
            "/c/own", 200,
            #"{"version":1,"open":"app","reason":"link","destination":"https://fold.shop.example/items/8?a=1","#
                + item.replacing("7", with: "8") + "}"
        ),
        ("/nothing", 200, #"{"version":1,"open":"web","reason":"fallback","destination":"https://www.shop.example/"}"#),
        ("/c/none", 404, #"{"version":1,"open":"web","reason":"unknownLink"}"#),
        ("/c/paused", 404, #"{"version":1,"open":"web","reason":"unknownLink"}"#),
        ("/c/over", 410, #"{"version":1,"open":"web","reason":"expiredLink"}"#),
        (
            "/c/led", 200,
            #"{"version":1,"open":"web","reason":"expiredLink","destination":"https://store.shop.example/over?a=1"}"#
        ),
        ("/a/../b", 404, #"{"version":1,"open":"web","reason":"badPath"}"#),
    ]

    @Test(arguments: answers)
    func `an app learns where a link leads, from a look-up and from memory`(
        target: String, status: Int, json: String
    ) throws {
        let gateway = try GatewayFixture(Self.fleet)
        for _ in 0..<2 {
            let response = try gateway.ask(target, "Accept: Application/JSON, text/plain, */*")
            #expect(response.status == status)
            #expect(response.body == json + "\n")
            #expect(response.fields["content-type"] == "application/json")
            #expect(response.fields["cache-control"] == "no-store")
            #expect(response.fields["vary"]?.contains("Accept") == true)
        }
    }

    @Test(arguments: [
        "*/*", "text/html, application/json", "application/json5", "application/jso", "application/ld+json",
        "application/json;q=0", "application/json ; q=0.000, text/html", "application/json;a=b;q=0",
    ])
    func `who does not ask for JSON first is led`(accept: String) throws {
        let gateway = try GatewayFixture(Self.fleet)
        #expect(try gateway.ask("/items/7", "Accept: \(accept)").status == 302)
    }

    @Test(arguments: [
        "application/json;q=0.1", "application/json;q=1", "application/json; charset=utf-8", "application/json ",
        "application/json, text/html;q=0", "application/json;q=0.05,*/*",
    ])
    func `who asks for JSON first is told`(accept: String) throws {
        let gateway = try GatewayFixture(Self.fleet)
        #expect(try gateway.ask("/items/7", "Accept: \(accept)").fields["content-type"] == "application/json")
        var fields = AskerFields()
        try fields.add("Accept=\(accept)")
        #expect(fields.asksForJSON)
    }

    @Test(arguments: ["okhttp/4.12.0", "Dalvik/2.1.0 (Linux; U; Android 14)", "Shop/5.2 (iPhone; iOS 18.5)"])
    func `an app that asks is not sent to its store`(userAgent: String) throws {
        let gateway = try GatewayFixture(Self.fleet)
        for target in ["/app/7", "/b/one", "/b/app"] {
            for _ in 0..<2 {
                let told = try gateway.ask(target, "User-Agent: \(userAgent)", "Accept: application/json")
                #expect(told.status == 200)
                #expect(!told.body.contains("apps.apple.com") && !told.body.contains("play.google.com"))
                #expect(told.body.contains("\"destination\":\"https://"))
            }
        }
    }

    @Test func `a suspended tenant's links lead nowhere, and what the gateway answers itself stays`() throws {
        let gateway = try GatewayFixture(Self.fleet)
        let accept = "Accept: application/json"
        let closed = try gateway.ask("/c/one", host: "go.closed.example", accept)
        #expect(closed.status == 404 && closed.body == #"{"version":1,"open":"web","reason":"suspended"}"# + "\n")
        #expect(try gateway.ask("/robots.txt", accept).body == Page.robots.description)
        #expect(try gateway.ask("/items/7", host: "unknown.example", accept).head == notFound)
    }
}
