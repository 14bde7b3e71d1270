import DeepLinks
import Foundation
import HTTPServer
import Platform
import TestSupport
import Testing

@testable import Gateway

/// Hosted pages in a real browser.
///
/// Without `POSTERN_SLOW` a few of the combinations of size, colours and direction.
@Suite(.serialized, .enabled(if: Browser.program != nil, "there is no Chromium: install chromium-headless-shell"))
struct BrowserTests {
    struct Look: CustomTestStringConvertible, Sendable {
        let width: Int
        let height: Int
        let isDark: Bool
        let language: String
        var testDescription: String { "\(width)-\(isDark ? "dark" : "light")-\(language)" }
    }

    static let looks: [Look] = {
        let all = [(390, 844), (1440, 900)].flatMap { width, height in
            [false, true].flatMap { isDark in
                ["de", "ar", "ja"].map { Look(width: width, height: height, isDark: isDark, language: $0) }
            }
        }
        guard ProcessInfo.processInfo.environment["POSTERN_SLOW"] == nil else { return all }
        return all.enumerated().filter { [0, 4, 7, 9].contains($0.offset) }.map(\.element)
    }()

    /// For each element with text of its own: the text, its colour, that of its ground, of its frame and of the ground
    /// behind it, and its height.
    private static let seen = """
        [...document.querySelectorAll("body *")].filter(e => e.getClientRects().length
          && [...e.childNodes].some(n => n.nodeType == 3 && n.data.trim())).map(e => {
            const ground = n => { for (; n; n = n.parentElement) { const c = getComputedStyle(n).backgroundColor;
              if (c != "rgba(0, 0, 0, 0)") return c } return "none" };
            const style = getComputedStyle(e);
            return [e.textContent, style.color, ground(e), style.borderTopWidth == "0px" ? "" : style.borderTopColor,
              ground(e.parentElement), String(e.getBoundingClientRect().height), e.tagName] })
        """

    private func color(_ text: String) throws -> PageColor {
        let numbers = text.split { !$0.isNumber }.compactMap { UInt8($0) }
        try #require(text.hasPrefix("rgb(") && numbers.count == 3, "\(text) is no opaque colour")
        return PageColor(red: numbers[0], green: numbers[1], blue: numbers[2])
    }

    private func makeBrowser(_ gateway: GatewayFixture) throws -> Browser {
        try Browser(address: "\(gateway.parts.publicServer.boundAddresses[0])")
    }

    private func dress(_ tab: Tab, _ look: Look, userAgent: String) throws {
        try tab.call(
            "Emulation.setDeviceMetricsOverride",
            ["width": look.width, "height": look.height, "deviceScaleFactor": 1, "mobile": look.width < 600])
        try tab.call(
            "Emulation.setEmulatedMedia",
            ["features": [["name": "prefers-color-scheme", "value": look.isDark ? "dark" : "light"]]])
        try tab.call(
            "Emulation.setUserAgentOverride", ["userAgent": userAgent, "acceptLanguage": look.language])
    }

    @Test func `a page can be read, heard and reached with the keyboard in every look`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        let browser = try makeBrowser(gateway)
        for look in Self.looks {
            let tab = try browser.openTab()
            try dress(tab, look, userAgent: look.width < 600 ? ClientTests.phone : ClientTests.pc)
            let address = "http://go.acme.example/items/42?x=1"
            #expect(try tab.go(to: address) == [address], "\(look)")
            Attachment.record(try tab.screenshot(), named: "page-\(look.testDescription).png")

            let texts = try #require(try tab.evaluate(Self.seen) as? [[String]])
            #expect(texts.count >= 4, "\(look)")
            for text in texts {
                let ground = try color(text[2])
                #expect(try color(text[1]).contrast(to: ground) >= 4.5, "\(look) \(text)")
                if !text[3].isEmpty { #expect(try color(text[3]).contrast(to: color(text[4])) >= 3, "\(look) \(text)") }
                if text[6] == "A" { #expect(try #require(Double(text[5])) >= 44, "\(look) \(text)") }
            }
            let background = try tab.evaluate("getComputedStyle(document.documentElement).backgroundColor") as? String
            #expect(background == (look.isDark ? "rgb(32, 48, 64)" : "rgb(255, 251, 230)"), "\(look)")
            #expect(try tab.evaluate("document.documentElement.scrollWidth <= innerWidth") as? Bool == true, "\(look)")
            let direction = try tab.evaluate("getComputedStyle(document.body).direction") as? String
            #expect(direction == (look.language == "ar" ? "rtl" : "ltr"))

            let tree = try tab.accessibilityTree()
            let labels = TenantPage().labels(in: try #require(LanguageTag(look.language)))
            #expect(tree.contains { $0.role == "main" } && tree.contains { $0.role == "banner" })
            #expect(tree.filter { $0.role == "heading" }.count == 1)
            #expect(!tree.contains { $0.role == "image" }, "the icon says nothing that the name does not")
            let links = tree.filter { $0.role == "link" }.map(\.name)
            #expect(links.contains(labels.web) && !links.contains(""))
            #expect(links.count == 3)
            try checkFocus(tab, count: links.count, look)
        }
        // Nothing else was asked for, of any host: all of them lead to the gateway.
        let count = Self.looks.count
        #expect(try comesTrue { try answered(gateway) >= count })
        #expect(try answered(gateway) == count)
    }

    private func checkFocus(_ tab: Tab, count: Int, _ look: Look) throws {
        for index in 0..<count {
            for kind in ["keyDown", "keyUp"] {
                try tab.call(
                    "Input.dispatchKeyEvent",
                    ["type": kind, "key": "Tab", "code": "Tab", "windowsVirtualKeyCode": 9])
            }
            let focus = try tab.evaluate(
                """
                (e => [e.tagName, String([...document.links].indexOf(e)), getComputedStyle(e).outlineStyle,
                  getComputedStyle(e).outlineWidth, getComputedStyle(e).outlineColor])(document.activeElement)
                """)
            let state = try #require(focus as? [String])
            #expect(
                state[0] == "A" && state[1] == "\(index)" && state[2] == "solid" && state[3] == "3px",
                "\(look) \(state)")
            let background: PageColor = look.isDark ? try PageColor("#203040") : try PageColor("#fffbe6")
            #expect(try color(state[4]).contrast(to: background) >= 3, "\(look)")
        }
    }

    /// Requests that the gateway has answered.
    private func answered(_ gateway: GatewayFixture) throws -> Int {
        try gateway.metrics().split(separator: "\n").filter { $0.hasPrefix("postern_requests_total{") }
            .compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }.reduce(0, +)
    }

    // Case 78.
    @Test func `what may be a Mac or an iPad decides in the browser, by touch`() throws {
        let gateway = try GatewayFixture(PageFleet.text)
        let browser = try makeBrowser(gateway)
        for (touches, runs) in [(false, true), (true, true), (false, false)] {
            let tab = try browser.openTab()
            let look = Look(width: 1180, height: 820, isDark: false, language: "en")
            try dress(tab, look, userAgent: ClientTests.mac)
            if touches { try tab.call("Emulation.setTouchEmulationEnabled", ["enabled": true, "maxTouchPoints": 5]) }
            if !runs { try tab.call("Emulation.setScriptExecutionDisabled", ["value": true]) }
            let address = "http://go.acme.example/items/42"
            #expect(try tab.go(to: address) == [address])
            let links = try tab.accessibilityTree().filter { $0.role == "link" }.map(\.name)
            let all = ["Open in the app", "Download on the App Store", "Continue in the browser"]
            #expect(links == (touches || !runs ? all : ["Continue in the browser"]), "\(touches) \(runs)")
            Attachment.record(try tab.screenshot(), named: "page-\(touches ? "ipad" : runs ? "mac" : "no-script").png")
        }
    }
}
